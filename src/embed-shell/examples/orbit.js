const sun = document.createElement('div');
sun.className = 'sun';
const orbits = document.createElement('div');
orbits.className = 'orbits';
for (let index = 0; index < 24; index += 1) {
  const path = document.createElement('div');
  path.className = 'path';
  path.style.width = `${24 + index * 5}vmin`;
  path.style.opacity = String(1 - index / 30);
  path.style.animationDuration = `${5 + index * 0.9}s`;
  path.style.animationDelay = `${index * -3.7}s`;
  orbits.append(path);
}
sun.append(orbits);
document.body.append(sun);

/** Moves the sun to the pointer. After 1.5 s without movement, the class `is-still` contracts the orbits. */
function followPointer() {
  let rest = 0;
  addEventListener('pointermove', (event) => {
    sun.style.translate = `${event.clientX - innerWidth / 2}px ${event.clientY - innerHeight / 2}px`;
    sun.classList.remove('is-still');
    clearTimeout(rest);
    rest = setTimeout(() => sun.classList.add('is-still'), 1_500);
  });
}
followPointer();
