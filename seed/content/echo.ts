/** Rings that react to the microphone, or to the pointer without one. One script that loads and records nothing. */
export const echo = `<style>
  html, body { margin: 0; height: 100%; background: #120a24; overflow: hidden; font: 18px/1.5 system-ui, sans-serif }
  canvas { display: block; width: 100%; height: 100% }
  .ask { position: fixed; inset: auto 0 0; padding: 0 1rem max(2rem, 6vh); text-align: center; color: #fff1ee }
  .ask p { margin: 0 0 1rem; min-height: 1.5em }
  .ask button { font: inherit; padding: .6em 1.4em; border: 1px solid #e7a0a8; border-radius: 99px; background: #4a2559; color: #fff1ee; cursor: pointer }
  .ask button:focus-visible { outline: 3px solid #ffd9a0; outline-offset: 3px }
</style>
<canvas id="rings" role="img" aria-label="Rings of light"></canvas>
<div class="ask"><p id="state" aria-live="polite">Move your pointer, or turn on your microphone.</p><button id="listen" type="button">Use the microphone</button></div>
<script>
  const canvas = document.getElementById('rings'), pen = canvas.getContext('2d');
  const state = document.getElementById('state'), button = document.getElementById('listen');
  let rings = [], loudness = null, last = 0, push = 0, running = false;

  function wake() {
    if (!running) { running = true; requestAnimationFrame(draw); }
  }
  addEventListener('pointermove', (event) => {
    push = Math.min(1, push + Math.hypot(event.movementX, event.movementY) / 300);
    wake();
  });
  addEventListener('resize', wake);
  button.addEventListener('click', async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const audio = new AudioContext(), meter = audio.createAnalyser(), wave = new Float32Array(meter.fftSize);
      audio.createMediaStreamSource(stream).connect(meter);
      loudness = () => {
        meter.getFloatTimeDomainData(wave);
        return Math.min(1, 6 * Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length));
      };
      state.textContent = 'Your voice moves the rings. Nothing is recorded.';
      button.hidden = true;
      wake();
    } catch {
      state.textContent = 'No microphone. Move your pointer instead.';
    }
  });

  function draw(now) {
    const ratio = Math.min(devicePixelRatio || 1, 1.5), w = innerWidth, h = innerHeight;
    canvas.width = w * ratio; canvas.height = h * ratio;
    pen.scale(ratio, ratio);
    push *= 0.94;
    const level = Math.max(loudness ? loudness() : 0, push);
    if (level > 0.05 && now - last > 130) { rings.push({ at: now, level }); last = now; }
    rings = rings.filter((ring) => now - ring.at < 4000);
    const size = Math.hypot(w, h) / 2;
    for (const ring of [{ at: now - 600, level: 0.3 }, { at: now - 1500, level: 0.2 }, ...rings]) {
      const age = (now - ring.at) / 4000;
      pen.strokeStyle = 'hsl(' + (350 + 40 * ring.level) + ' 90% 78% / ' + (1 - age) * (0.15 + ring.level * 0.85) + ')';
      pen.lineWidth = 1 + ring.level * 7;
      pen.beginPath(); pen.arc(w / 2, h * 0.45, 30 + age * size, 0, 7); pen.stroke();
    }
    pen.fillStyle = '#fff4ea'; pen.beginPath(); pen.arc(w / 2, h * 0.45, 18 + level * 26, 0, 7); pen.fill();
    // It stops drawing when there is neither sound nor movement.
    running = Boolean(loudness) || rings.length > 0 || push > 0.01;
    if (running) requestAnimationFrame(draw);
  }
  wake();
</script>`;
