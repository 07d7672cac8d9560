interface Character {
  /** Hue of the light on the face, 0–360. */
  hue: number;
  /** The lines it says when asked, in turn. */
  lines: readonly string[];
}

/** A face that blinks, follows the pointer and speaks: one script that loads nothing, as an editor would paste it. */
export const listener = ({ hue, lines }: Character): string => `<style>
  html, body { margin: 0; height: 100%; overflow: hidden; background: #050b18; font: 18px/1.5 system-ui, sans-serif }
  body { background: radial-gradient(circle at 50% 42%, hsl(${hue} 45% 22%), #050b18 75%) }
  canvas, .ring { position: fixed; left: 50%; top: 42%; translate: -50% -50%; aspect-ratio: 1 }
  canvas { width: min(86vmin, 70vh) }
  .ring { width: min(90vmin, 74vh); border: 2px solid hsl(38 100% 78% / .5); border-radius: 50%; animation: breathe 4s ease-in-out infinite alternate }
  .ring + .ring { width: min(124vmin, 100vh); opacity: .4; animation-delay: -2s }
  @keyframes breathe { to { scale: 1.03 } }
  @media (prefers-reduced-motion: reduce) { .ring { animation: none } }
  .say { position: fixed; inset: auto 0 0; padding: 0 1rem max(2rem, 5vh); text-align: center; color: #f4f7ff }
  .say p { min-height: 1.5em; margin: 0 0 1rem; text-wrap: balance }
  .say button { font: inherit; padding: .6em 1.4em; border: 1px solid #8fa8d8; border-radius: 99px; background: #0f284c; color: #f4f7ff; cursor: pointer }
  .say button:focus-visible { outline: 3px solid #ffd9a0; outline-offset: 3px }
</style>
<div class="ring"></div><div class="ring"></div>
<canvas id="face" width="720" height="720" role="img" aria-label="A face made of light"></canvas>
<div class="say"><p id="words" aria-live="polite"></p><button id="ask" type="button">Say something</button></div>
<script>
  const lines = ${JSON.stringify(lines)};
  const pen = document.getElementById('face').getContext('2d');
  const look = { x: 0, y: 0, toX: 0, toY: 0 };
  let mouth = 0, talking = 0, blink = 0, next = 0, awake = 0, running = false;

  // It draws only while a part of the face moves.
  function wake(ms) {
    awake = Math.max(awake, performance.now() + ms);
    if (!running) { running = true; requestAnimationFrame(draw); }
  }
  addEventListener('pointermove', (event) => {
    look.toX = (event.clientX / innerWidth) * 2 - 1;
    look.toY = (event.clientY / innerHeight) * 2 - 1;
    wake(900);
  });
  document.getElementById('ask').addEventListener('click', () => {
    const line = lines[next++ % lines.length];
    document.getElementById('words').textContent = line;
    talking = performance.now() + 80 * line.length;
    wake(80 * line.length + 600);
    if (window.speechSynthesis) { speechSynthesis.cancel(); speechSynthesis.speak(new SpeechSynthesisUtterance(line)); }
  });
  setTimeout(function blinkAgain() {
    blink = performance.now();
    wake(220);
    setTimeout(blinkAgain, 2600 + 3600 * Math.random());
  }, 3000);

  function draw(now) {
    look.x += (look.toX - look.x) * 0.12; look.y += (look.toY - look.y) * 0.12;
    const wants = now < talking ? 0.25 + 0.75 * Math.abs(Math.sin(now / 83) * Math.sin(now / 131)) : 0;
    mouth += (wants - mouth) * 0.35;
    const since = (now - blink) / 180, lid = blink && since >= 0 && since < 1 ? Math.sin(since * Math.PI) : 0;

    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, 720, 720);
    pen.translate(360 + look.x * 16, 360 + look.y * 12); pen.scale(2, 2);
    const skin = pen.createLinearGradient(-100, -60, 110, 40);
    skin.addColorStop(0, 'hsl(38 90% 82%)'); skin.addColorStop(0.45, 'hsl(${hue} 40% 55%)'); skin.addColorStop(1, 'hsl(${hue} 55% 16%)');
    pen.fillStyle = skin; pen.beginPath(); pen.ellipse(0, 0, 100, 132, 0, 0, 7); pen.fill();
    for (const side of [-1, 1]) {
      pen.save(); pen.translate(side * 40 + look.x * 7, -18 + look.y * 5); pen.scale(1, 1 - lid * 0.94);
      pen.fillStyle = '#f8fbff'; pen.beginPath(); pen.ellipse(0, 0, 19, 13, 0, 0, 7); pen.fill();
      pen.fillStyle = '#081430'; pen.beginPath(); pen.arc(look.x * 7, look.y * 4, 8, 0, 7); pen.fill();
      pen.fillStyle = '#fff'; pen.beginPath(); pen.arc(look.x * 7 - 3, look.y * 4 - 3, 2.4, 0, 7); pen.fill();
      pen.restore();
    }
    pen.fillStyle = '#081430'; pen.strokeStyle = '#081430'; pen.lineWidth = 4; pen.lineCap = 'round';
    const brow = -44 - look.y * 4 - mouth * 5;
    for (const side of [-1, 1]) {
      pen.beginPath(); pen.moveTo(side * 60 + look.x * 7, brow + 5);
      pen.quadraticCurveTo(side * 40 + look.x * 7, brow - 5, side * 24 + look.x * 7, brow + 2); pen.stroke();
    }
    pen.strokeStyle = 'rgb(8 20 48 / 0.45)'; pen.lineWidth = 3;
    pen.beginPath(); pen.moveTo(4 + look.x * 10, -8); pen.quadraticCurveTo(15 + look.x * 12, 22, 2 + look.x * 10, 26); pen.stroke();
    pen.strokeStyle = '#081430'; pen.lineWidth = 4; pen.beginPath();
    if (mouth < 0.06) { pen.moveTo(-22 + look.x * 6, 58); pen.quadraticCurveTo(look.x * 6, 66, 22 + look.x * 6, 58); pen.stroke(); }
    else { pen.ellipse(look.x * 6, 60, 24 - mouth * 6, 3 + mouth * 17, 0, 0, 7); pen.fill(); }

    running = now < awake;
    if (running) requestAnimationFrame(draw);
  }
  wake(0);
</script>`;
