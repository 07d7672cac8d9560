/**
 * Draws on the page's canvas, `draw(pen, {now, width, height, pointer})` once a frame, in CSS pixels; one frame alone for
 * visitors who asked for less motion, until they move.
 * @param {(pen: CanvasRenderingContext2D, frame: {now: number, width: number, height: number, pointer: {x: number, y: number}}) => void} draw
 */
export function animate(draw) {
  const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('scene'));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pointer = { x: innerWidth / 2, y: innerHeight / 2 };

  /** @param {number} now */
  const frame = (now) => {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [innerWidth, innerHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(pen, { now, width, height, pointer });
    if (!isCalm) requestAnimationFrame(frame);
  };
  addEventListener('pointermove', (event) => {
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (isCalm) requestAnimationFrame(frame);
  });
  requestAnimationFrame(frame);
}
