import { animate } from './canvas.js';

const bodies = Array.from({ length: 90 }, (_, index) => ({
  distance: 0.12 + 0.88 * Math.sqrt((index + 1) / 90),
  start: index * 2.4,
  size: 1 + ((index * 7) % 5) / 1.6,
}));
const center = { x: innerWidth / 2, y: innerHeight / 2, pull: 0 };

animate((pen, { now, width, height, pointer }) => {
  pen.fillStyle = '#0b1d33';
  pen.fillRect(0, 0, width, height);
  const away = Math.hypot(pointer.x - center.x, pointer.y - center.y);
  center.x += (pointer.x - center.x) * 0.04;
  center.y += (pointer.y - center.y) * 0.04;
  // Stillness draws them in.
  center.pull += ((away < 6 ? 1 : 0) - center.pull) * 0.01;
  const reach = (Math.min(width, height) / 2) * (1 - 0.55 * center.pull);

  for (const { distance, start, size } of bodies) {
    const angle = start + now / (2_600 + 7_000 * distance);
    const [x, y] = [
      center.x + Math.cos(angle) * reach * distance * 1.5,
      center.y + Math.sin(angle) * reach * distance * 0.8,
    ];
    pen.fillStyle = `hsl(${200 - 160 * (1 - distance)} 80% ${70 + 20 * (1 - distance)}% / ${0.35 + 0.6 * (1 - distance)})`;
    pen.beginPath();
    pen.arc(x, y, size * (1.6 - distance), 0, 2 * Math.PI);
    pen.fill();
  }
  const core = pen.createRadialGradient(center.x, center.y, 0, center.x, center.y, reach / 4);
  core.addColorStop(0, '#fffdf6');
  core.addColorStop(1, 'hsl(38 100% 80% / 0)');
  pen.fillStyle = core;
  pen.beginPath();
  pen.arc(center.x, center.y, reach / 4, 0, 2 * Math.PI);
  pen.fill();
});
