// `?suns=2` adds a second sun, which moves in the opposite direction; `?night` dims the sky.
const options = new URLSearchParams(location.search);
const count = Math.min(3, Math.max(1, Number(options.get('suns')) || 1));
if (options.has('night')) document.body.classList.add('night');

const suns = Array.from({ length: count }, () => {
  const sun = document.createElement('div');
  sun.className = 'sun';
  for (let ring = 1; ring <= 5; ring += 1) {
    const element = document.createElement('div');
    element.className = 'ring';
    element.style.width = `${ring * 20}vmin`;
    element.style.opacity = String(1 / ring);
    element.style.animationDelay = `${ring * -0.7}s`;
    sun.append(element);
  }
  document.body.append(sun);
  return sun;
});

/** Moves the suns. @param {number} x @param {number} y Position of the first sun, in pixels from the center. */
function follow(x, y) {
  suns.forEach((sun, index) => {
    const side = index === 0 ? 1 : -1;
    sun.style.translate = `${side * x}px ${side * y * 0.5}px`;
  });
}

follow(count > 1 ? innerWidth / 5 : 0, 0);
addEventListener('pointermove', (event) => follow(event.clientX - innerWidth / 2, event.clientY - innerHeight / 2));
