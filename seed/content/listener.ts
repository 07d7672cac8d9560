interface Character {
  /** Of the light on the face, 0–360. */
  hue: number;
  /** What it says when asked, in turn. */
  lines: readonly string[];
}

/** A face that blinks, follows the pointer and speaks: one script, nothing fetched, as an editor would paste it. */
export const listener = ({ hue, lines }: Character): string => `<style>
  html, body { margin: 0; height: 100%; background: #050b18; overflow: hidden; font: 18px/1.5 system-ui, sans-serif }
  canvas { display: block; width: 100%; height: 100% }
  .say { position: fixed; inset: auto 0 0; padding: 0 1rem max(2rem, 6vh); text-align: center; color: #f4f7ff }
  .say p { min-height: 1.5em; margin: 0 0 1rem; text-wrap: balance }
  .say button { font: inherit; padding: .6em 1.4em; border: 1px solid #8fa8d8; border-radius: 99px; background: #0f284c; color: #f4f7ff; cursor: pointer }
  .say button:focus-visible { outline: 3px solid #ffd9a0; outline-offset: 3px }
</style>
<canvas id="face" role="img" aria-label="A face made of light"></canvas>
<div class="say"><p id="words" aria-live="polite"></p><button id="ask" type="button">Say something</button></div>
<script>
  const lines = ${JSON.stringify(lines)};
  const canvas = document.getElementById('face'), pen = canvas.getContext('2d');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const look = { x: 0, y: 0, toX: 0, toY: 0 };
  let mouth = 0, talking = 0, next = 0, blinkAt = 1500;

  addEventListener('pointermove', (event) => {
    look.toX = (event.clientX / innerWidth) * 2 - 1;
    look.toY = (event.clientY / innerHeight) * 2 - 1;
  });
  document.getElementById('ask').addEventListener('click', () => {
    const line = lines[next++ % lines.length];
    document.getElementById('words').textContent = line;
    talking = performance.now() + 90 * line.length;
    if (window.speechSynthesis) { speechSynthesis.cancel(); speechSynthesis.speak(new SpeechSynthesisUtterance(line)); }
  });

  function draw(now) {
    const ratio = devicePixelRatio || 1, w = innerWidth, h = innerHeight;
    if (canvas.width !== w * ratio || canvas.height !== h * ratio) { canvas.width = w * ratio; canvas.height = h * ratio; }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const s = Math.min(w, h * 0.86) / 420, cx = w / 2, cy = h * 0.42;
    look.x += (look.toX - look.x) * 0.08; look.y += (look.toY - look.y) * 0.08;
    const wants = now < talking ? 0.25 + 0.75 * Math.abs(Math.sin(now / 83) * Math.sin(now / 131)) : 0;
    mouth += (wants - mouth) * 0.35;
    if (now > blinkAt + 160) blinkAt = now + 1800 + 2600 * Math.random();
    const lid = now > blinkAt ? Math.abs(Math.sin(((now - blinkAt) / 160) * Math.PI)) : 0;

    const sky = pen.createRadialGradient(cx, cy, 10, cx, cy, Math.max(w, h) * 0.75);
    sky.addColorStop(0, 'hsl(${hue} 45% 22%)'); sky.addColorStop(1, '#050b18');
    pen.fillStyle = sky; pen.fillRect(0, 0, w, h);
    const breath = calm ? 0 : Math.sin(now / 1400) * 4;
    for (const [radius, alpha] of [[176, 0.5], [236, 0.2]]) {
      pen.strokeStyle = 'hsl(38 100% 78% / ' + alpha + ')'; pen.lineWidth = 1.5 * s;
      pen.beginPath(); pen.arc(cx, cy, (radius + breath + mouth * 10) * s, 0, 7); pen.stroke();
    }
    pen.save();
    pen.translate(cx + look.x * 8 * s, cy + (look.y * 6 + breath / 2) * s); pen.scale(s, s);
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
      pen.beginPath(); pen.moveTo(side * 60 + look.x * 7, brow + 5); pen.quadraticCurveTo(side * 40 + look.x * 7, brow - 5, side * 24 + look.x * 7, brow + 2); pen.stroke();
    }
    pen.strokeStyle = 'rgb(8 20 48 / 0.45)'; pen.lineWidth = 3;
    pen.beginPath(); pen.moveTo(4 + look.x * 10, -8); pen.quadraticCurveTo(15 + look.x * 12, 22, 2 + look.x * 10, 26); pen.stroke();
    pen.strokeStyle = '#081430'; pen.lineWidth = 4;
    pen.beginPath();
    if (mouth < 0.06) { pen.moveTo(-22 + look.x * 6, 58); pen.quadraticCurveTo(look.x * 6, 66, 22 + look.x * 6, 58); pen.stroke(); }
    else { pen.ellipse(look.x * 6, 60, 24 - mouth * 6, 3 + mouth * 17, 0, 0, 7); pen.fill(); }
    pen.restore();
    requestAnimationFrame(draw);
  }
  requestAnimationFrame(draw);
</script>`;
