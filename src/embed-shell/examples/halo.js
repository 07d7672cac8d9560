import { animate } from './canvas.js';

const options = new URLSearchParams(location.search);
const suns = Math.max(1, Number(options.get('suns') ?? 1));
const [sky, ground, light] = options.has('night')
  ? ['#02050c', '#22375c', '223 100% 90%']
  : ['#04121a', '#2d7f72', '150 70% 85%'];
const places = Array.from({ length: suns }, () => ({ x: innerWidth / 2, y: innerHeight / 2 }));

animate((pen, { now, width, height, pointer }) => {
  const air = pen.createLinearGradient(0, 0, 0, height);
  air.addColorStop(0, sky);
  air.addColorStop(1, ground);
  pen.fillStyle = air;
  pen.fillRect(0, 0, width, height);

  places.forEach((place, index) => {
    // The first follows the pointer, its companion keeps to the other side.
    const side = index === 0 ? 1 : -1;
    const [toX, toY] = [width / 2 + side * (pointer.x - width / 2), height / 2 + side * (pointer.y - height / 2) * 0.4];
    place.x += (toX - place.x) * 0.05;
    place.y += (toY - place.y) * 0.05;
    const unit = Math.min(width, height) / 10;
    for (let ring = 1; ring <= 6; ring += 1) {
      const radius = unit * ring * (0.8 + 0.12 * Math.sin(now / 1300 + ring));
      pen.strokeStyle = `hsl(${light} / ${0.75 / ring})`;
      pen.lineWidth = unit / 18;
      pen.beginPath();
      pen.arc(place.x, place.y, radius, 0, 2 * Math.PI);
      pen.stroke();
      for (const dog of [-1, 1]) {
        pen.fillStyle = `hsl(${light} / ${0.5 / ring})`;
        pen.beginPath();
        pen.arc(place.x + dog * radius, place.y, unit / 7, 0, 2 * Math.PI);
        pen.fill();
      }
    }
    const core = pen.createRadialGradient(place.x, place.y, 0, place.x, place.y, unit);
    core.addColorStop(0, '#fffaf0');
    core.addColorStop(0.35, `hsl(${light})`);
    core.addColorStop(1, `hsl(${light} / 0)`);
    pen.fillStyle = core;
    pen.beginPath();
    pen.arc(place.x, place.y, unit, 0, 2 * Math.PI);
    pen.fill();
  });
});
