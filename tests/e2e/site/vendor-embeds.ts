/** An embed code in the form that a vendor hands out, and the vendor's files as far as the code needs them. */
export interface VendorEmbed {
  vendor: string;
  code: string;
  /** Files by host and path. The page of an iframe needs none: it shows its own address. */
  files?: Record<string, string>;
  /** Whether the visitor clicks the element with the attribute `data-click` first. */
  isClicked?: boolean;
  /** A text that the visitor sees. */
  shows: string;
}

/** A script that shows a text in a new element, which `place` puts into the page. */
const element = (text: string, place: (name: string) => string): string =>
  `{ const made = document.createElement('div'); made.textContent = ${JSON.stringify(text)}; ${place('made')}; }`;

const inBody = (text: string): string => element(text, (made) => `document.body.appendChild(${made})`);
const besideScript = (text: string): string =>
  element(text, (made) => `document.currentScript.parentNode.insertBefore(${made}, document.currentScript)`);
const inPlaceOf = (selector: string, text: string): string =>
  element(text, (made) => `document.querySelector('${selector}').replaceChildren(${made})`);
/** A frame of one of the vendor's pages, in the element of a selector. */
const framed = (address: string, selector: string, allow = ''): string =>
  `{ const made = document.createElement('iframe'); made.src = ${JSON.stringify(address)}; made.allow = ${JSON.stringify(allow)};
    document.querySelector('${selector}').appendChild(made); }`;
const customElement = (name: string, text: string): string =>
  `customElements.define('${name}', class extends HTMLElement { connectedCallback() { this.textContent = ${JSON.stringify(text)}; } });`;
/** A button that opens a window of the vendor, which reports its result to its opener. */
const opensWindow = (address: string, place: string): string =>
  `{ const made = document.createElement('button'); made.dataset.click = ''; made.textContent = 'Continue';
    made.onclick = () => {
      const opened = window.open(${JSON.stringify(address)}, '', 'width=400,height=500');
      if (opened === null) made.textContent = 'The window was blocked';
      addEventListener('message', ({ data, source }) => {
        if (source !== opened || typeof data?.result !== 'string') return;
        made.textContent = data.result;
        opened.close();
      });
    };
    ${place}.appendChild(made); }`;
const reportsToOpener = (result: string): string =>
  `<!doctype html><script>opener?.postMessage({ result: ${JSON.stringify(result)} }, '*')</script>`;
/** A page that asks for camera and microphone. */
const asksForDevices = `<!doctype html><p>Asking</p><script>
  navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
    () => (document.querySelector('p').textContent = 'Camera and microphone are on'),
    ({ name }) => (document.querySelector('p').textContent = name),
  );
</script>`;

/** The page of a host at another origin. */
export const elsewhere = 'elsewhere:';

export const vendorEmbeds: VendorEmbed[] = [
  // Video
  {
    vendor: 'YouTube',
    code: '<iframe width="560" height="315" src="https://www.youtube.com/embed/aqz-KE-bpKQ?si=Xk2l&amp;start=62" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>',
    shows: 'www.youtube.com/embed/aqz-KE-bpKQ?si=Xk2l&start=62',
  },
  {
    vendor: 'Vimeo',
    code: '<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;autopause=0&amp;player_id=0&amp;app_id=58479" frameborder="0" allow="autoplay; fullscreen; picture-in-picture; clipboard-write; encrypted-media; web-share" referrerpolicy="strict-origin-when-cross-origin" style="position:absolute;top:0;left:0;width:100%;height:100%;" title="The New Vimeo Player"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
    files: { 'player.vimeo.com/api/player.js': inBody('The player answers') },
    shows: 'player.vimeo.com/video/76979871?badge=0&autopause=0&player_id=0&app_id=58479',
  },
  {
    vendor: 'Wistia',
    code: '<script src="https://fast.wistia.com/player.js" async></script><script src="https://fast.wistia.com/embed/abc123def4.js" async type="module"></script><style>wistia-player[media-id=\'abc123def4\']:not(:defined) { background: center / contain no-repeat; display: block; padding-top:56.25%; }</style> <wistia-player media-id="abc123def4" aspect="1.7777777777777777"></wistia-player>',
    files: {
      'fast.wistia.com/player.js': customElement('wistia-player', 'Wistia plays'),
      'fast.wistia.com/embed/abc123def4.js': 'export const media = {};',
    },
    shows: 'Wistia plays',
  },
  {
    vendor: 'Loom',
    code: '<div style="position: relative; padding-bottom: 56.25%; height: 0;"><iframe src="https://www.loom.com/embed/e883f70b219a49f6ba7fbeac71a72604" frameborder="0" webkitallowfullscreen mozallowfullscreen allowfullscreen style="position: absolute; top: 0; left: 0; width: 100%; height: 100%;"></iframe></div>',
    shows: 'www.loom.com/embed/e883f70b219a49f6ba7fbeac71a72604',
  },
  {
    vendor: 'VideoAsk',
    code: '<iframe src="https://www.videoask.com/fabcd1234" allow="camera *; microphone *; autoplay *; encrypted-media *; fullscreen *; display-capture *;" width="100%" height="600px" style="border: none; border-radius: 24px"></iframe>',
    files: {
      'www.videoask.com/fabcd1234': `${elsewhere}app.videoask.com/recorder`,
      'app.videoask.com/recorder': asksForDevices,
    },
    shows: 'Camera and microphone are on',
  },
  // Avatars and voices
  {
    vendor: 'D-ID',
    code: '<script type="module" src="https://agent.d-id.com/v2/index.js" data-mode="fabio" data-client-key="a2V5" data-agent-id="v2_agt_abc" data-name="did-agent" data-monitor="true" data-orientation="horizontal" data-position="right"></script>',
    files: {
      'agent.d-id.com/v2/index.js': `const { dataset } = document.querySelector('script[data-name="did-agent"]');
        const agent = document.createElement('div');
        agent.textContent = 'Agent ' + dataset.agentId;
        document.body.append(agent);`,
    },
    shows: 'Agent v2_agt_abc',
  },
  {
    vendor: 'HeyGen',
    code: '<script>!function(window){const host="https://labs.heygen.com",url=host+"/guest/streaming-embed?share=abc&inIFrame=1",clientWidth=document.body.clientWidth,wrapDiv=document.createElement("div");wrapDiv.id="heygen-streaming-embed";const container=document.createElement("div");container.id="heygen-streaming-container";const stylesheet=document.createElement("style");stylesheet.innerHTML=`#heygen-streaming-embed { position: fixed; left: 40px; bottom: 40px; width: ${clientWidth<540?200:400}px; }`;const iframe=document.createElement("iframe");iframe.allowFullscreen=!1,iframe.title="Streaming Embed",iframe.role="dialog",iframe.allow="microphone; camera",iframe.src=url;container.appendChild(iframe),wrapDiv.appendChild(stylesheet),wrapDiv.appendChild(container),document.body.appendChild(wrapDiv)}(globalThis);</script>',
    files: { 'labs.heygen.com/guest/streaming-embed': asksForDevices },
    shows: 'Camera and microphone are on',
  },
  {
    vendor: 'ElevenLabs',
    code: '<elevenlabs-convai agent-id="agent_abc"></elevenlabs-convai><script src="https://unpkg.com/@elevenlabs/convai-widget-embed" async type="text/javascript"></script>',
    files: { 'unpkg.com/@elevenlabs/convai-widget-embed': customElement('elevenlabs-convai', 'Need help?') },
    shows: 'Need help?',
  },
  {
    vendor: 'Whereby',
    code: '<iframe\n  src="https://studio.whereby.com/meeting-room?embed&amp;iframeSource=studio"\n  allow="camera; microphone; fullscreen; speaker; display-capture; compute-pressure"\n  style="height: 700px;"\n></iframe>',
    files: { 'studio.whereby.com/meeting-room': asksForDevices },
    shows: 'Camera and microphone are on',
  },
  // Forms
  {
    vendor: 'Typeform',
    code: '<div data-tf-live="01HXYZ"></div><script src="//embed.typeform.com/next/embed.js"></script>',
    files: {
      'embed.typeform.com/next/embed.js': `addEventListener('DOMContentLoaded', () => ${framed('https://form.typeform.com/to/01HXYZ', '[data-tf-live]', 'microphone; camera')})`,
    },
    shows: 'form.typeform.com/to/01HXYZ',
  },
  {
    vendor: 'Google Forms',
    code: '<iframe src="https://docs.google.com/forms/d/e/1FAIpQLSc/viewform?embedded=true" width="640" height="1200" frameborder="0" marginheight="0" marginwidth="0">Loading…</iframe>',
    shows: 'docs.google.com/forms/d/e/1FAIpQLSc/viewform?embedded=true',
  },
  {
    vendor: 'HubSpot',
    code: '<script charset="utf-8" type="text/javascript" src="//js.hsforms.net/forms/embed/v2.js"></script>\n<script>\n  hbspt.forms.create({\n    portalId: "123456",\n    formId: "12345678-1234",\n    region: "na1"\n  });\n</script>',
    files: {
      'js.hsforms.net/forms/embed/v2.js': `window.hbspt = { forms: { create: ({ formId }) => {
        const form = document.createElement('form');
        form.textContent = 'Form ' + formId;
        document.currentScript.parentNode.insertBefore(form, document.currentScript);
      } } };`,
    },
    shows: 'Form 12345678-1234',
  },
  {
    vendor: 'Jotform',
    code: '<script type="text/javascript" src="https://form.jotform.com/jsform/230000000000000"></script>',
    files: {
      'form.jotform.com/jsform/230000000000000':
        "document.write('<form><label>Name of the guest <input></label></form>');",
    },
    shows: 'Name of the guest',
  },
  {
    vendor: 'Tally',
    code: '<iframe data-tally-src="https://tally.so/embed/w7X9?alignLeft=1&hideTitle=1&transparentBackground=1&dynamicHeight=1" loading="lazy" width="100%" height="200" frameborder="0" marginheight="0" marginwidth="0" title="Contact form"></iframe><script>var d=document,w="https://tally.so/widgets/embed.js",v=function(){"undefined"!=typeof Tally?Tally.loadEmbeds():d.querySelectorAll("iframe[data-tally-src]:not([src])").forEach((function(e){e.src=e.dataset.tallySrc}))};if("undefined"!=typeof Tally)v();else if(d.querySelector(\'script[src="\'+w+\'"]\')==null){var s=d.createElement("script");s.src=w,s.onload=v,s.onerror=v,d.body.appendChild(s);}</script>',
    files: {
      'tally.so/widgets/embed.js':
        "window.Tally = { loadEmbeds: () => document.querySelectorAll('iframe[data-tally-src]').forEach((each) => (each.src = each.dataset.tallySrc)) };",
    },
    shows: 'tally.so/embed/w7X9?alignLeft=1&hideTitle=1&transparentBackground=1&dynamicHeight=1',
  },
  // Chat
  {
    vendor: 'Intercom',
    code: "<script>\n  window.intercomSettings = { api_base: \"https://api-iam.intercom.io\", app_id: \"abc\" };\n</script>\n<script>\n  (function(){var w=window;var ic=w.Intercom;if(typeof ic===\"function\"){ic('reattach_activator');ic('update',w.intercomSettings);}else{var d=document;var i=function(){i.c(arguments);};i.q=[];i.c=function(args){i.q.push(args);};w.Intercom=i;var l=function(){var s=d.createElement('script');s.type='text/javascript';s.async=true;s.src='https://widget.intercom.io/widget/abc';var x=d.getElementsByTagName('script')[0];x.parentNode.insertBefore(s,x);};if(document.readyState==='complete'){l();}else if(w.attachEvent){w.attachEvent('onload',l);}else{w.addEventListener('load',l,false);}}})();\n</script>",
    files: { 'widget.intercom.io/widget/abc': inBody('Ask us anything') },
    shows: 'Ask us anything',
  },
  {
    vendor: 'Crisp',
    code: '<script type="text/javascript">window.$crisp=[];window.CRISP_WEBSITE_ID="abc";(function(){d=document;s=d.createElement("script");s.src="https://client.crisp.chat/l.js";s.async=1;d.getElementsByTagName("head")[0].appendChild(s);})();</script>',
    files: { 'client.crisp.chat/l.js': inBody('Chat with us') },
    shows: 'Chat with us',
  },
  {
    vendor: 'Tawk.to',
    code: "<!--Start of Tawk.to Script-->\n<script type=\"text/javascript\">\nvar Tawk_API=Tawk_API||{}, Tawk_LoadStart=new Date();\n(function(){\nvar s1=document.createElement(\"script\"),s0=document.getElementsByTagName(\"script\")[0];\ns1.async=true;\ns1.src='https://embed.tawk.to/abc/default';\ns1.charset='UTF-8';\ns1.setAttribute('crossorigin','*');\ns0.parentNode.insertBefore(s1,s0);\n})();\n</script>\n<!--End of Tawk.to Script-->",
    files: { 'embed.tawk.to/abc/default': inBody('We are here – écrivez-nous') },
    shows: 'We are here – écrivez-nous',
  },
  {
    vendor: 'Zendesk',
    code: '<!-- Start of Zendesk Widget script -->\n<script id="ze-snippet" src="https://static.zdassets.com/ekr/snippet.js?key=abc"> </script>\n<!-- End of Zendesk Widget script -->',
    files: { 'static.zdassets.com/ekr/snippet.js': besideScript('How can we help?') },
    shows: 'How can we help?',
  },
  {
    vendor: 'Voiceflow',
    code: "<script type=\"text/javascript\">\n  (function(d, t) {\n      var v = d.createElement(t), s = d.getElementsByTagName(t)[0];\n      v.onload = function() {\n        window.voiceflow.chat.load({ verify: { projectID: 'abc' }, url: 'https://general-runtime.voiceflow.com', versionID: 'production' });\n      }\n      v.src = \"https://cdn.voiceflow.com/widget-next/bundle.mjs\"; v.type = \"text/javascript\"; s.parentNode.insertBefore(v, s);\n  })(document, 'script');\n</script>",
    files: {
      'cdn.voiceflow.com/widget-next/bundle.mjs': `window.voiceflow = { chat: { load: ({ verify }) => ${element('', (made) => `${made}.textContent = 'Assistant ' + verify.projectID; document.body.append(${made})`)} } };`,
    },
    shows: 'Assistant abc',
  },
  // Calendars
  {
    vendor: 'Calendly',
    code: '<!-- Calendly inline widget begin -->\n<div class="calendly-inline-widget" data-url="https://calendly.com/ada/30min" style="min-width:320px;height:700px;"></div>\n<script type="text/javascript" src="https://assets.calendly.com/assets/external/widget.js" async></script>\n<!-- Calendly inline widget end -->',
    files: {
      'assets.calendly.com/assets/external/widget.js': framed(
        'https://calendly.com/ada/30min',
        '.calendly-inline-widget',
      ),
    },
    shows: 'calendly.com/ada/30min',
  },
  {
    vendor: 'Cal.com',
    code: '<div style="width:100%;height:100%;overflow:scroll" id="my-cal-inline"></div>\n<script type="text/javascript">\n  (function (C, A, L) { let p = function (a, ar) { a.q.push(ar); }; let d = C.document; C.Cal = C.Cal || function () { let cal = C.Cal; let ar = arguments; if (!cal.loaded) { cal.ns = {}; cal.q = cal.q || []; d.head.appendChild(d.createElement("script")).src = A; cal.loaded = true; } p(cal, ar); }; })(window, "https://app.cal.com/embed/embed.js", "init");\n  Cal("init", {origin:"https://cal.com"});\n  Cal("inline", { elementOrSelector:"#my-cal-inline", calLink: "ada/30min", layout: "month_view" });\n</script>',
    files: { 'app.cal.com/embed/embed.js': framed('https://cal.com/ada/30min/embed', '#my-cal-inline') },
    shows: 'cal.com/ada/30min/embed',
  },
  {
    vendor: 'Google Calendar',
    code: '<iframe src="https://calendar.google.com/calendar/embed?src=en.german%23holiday%40group.v.calendar.google.com&ctz=Europe%2FBerlin" style="border: 0" width="800" height="600" frameborder="0" scrolling="no"></iframe>',
    shows:
      'calendar.google.com/calendar/embed?src=en.german%23holiday%40group.v.calendar.google.com&ctz=Europe%2FBerlin',
  },
  {
    vendor: 'Google appointment schedules',
    code: '<!-- Google Calendar Appointment Scheduling begin -->\n<link href="https://calendar.google.com/calendar/scheduling-button-script.css" rel="stylesheet">\n<script src="https://calendar.google.com/calendar/scheduling-button-script.js" async></script>\n<script>\n(function() {\n  var target = document.currentScript;\n  window.addEventListener(\'load\', function() {\n    calendar.schedulingButton.load({\n      url: \'https://calendar.google.com/calendar/appointments/schedules/abc?gv=true\',\n      color: \'#039BE5\',\n      label: "Book an appointment",\n      target,\n    });\n  });\n})();\n</script>\n<!-- end Google Calendar Appointment Scheduling -->',
    files: {
      'calendar.google.com/calendar/scheduling-button-script.css': 'button { color: blue; }',
      'calendar.google.com/calendar/scheduling-button-script.js': `window.calendar = { schedulingButton: { load: ({ label, target }) => {
        const made = document.createElement('button');
        made.textContent = label;
        target.insertAdjacentElement('afterend', made);
      } } };`,
    },
    shows: 'Book an appointment',
  },
  {
    vendor: 'Acuity Scheduling',
    code: '<iframe src="https://app.acuityscheduling.com/schedule.php?owner=123&ref=embedded_csp" title="Schedule Appointment" width="100%" height="800" frameBorder="0" allow="payment"></iframe><script src="https://embed.acuityscheduling.com/js/embed.js" type="text/javascript"></script>',
    files: { 'embed.acuityscheduling.com/js/embed.js': '' },
    shows: 'app.acuityscheduling.com/schedule.php?owner=123&ref=embedded_csp',
  },
  // Maps
  {
    vendor: 'Google Maps',
    code: '<iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2428.4!2d13.37!3d52.51!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x47a851c655f20989%3A0x26bbfb4e84674c63!2sBrandenburger%20Tor!5e0!3m2!1sen!2sde!4v1700000000000!5m2!1sen!2sde" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy" referrerpolicy="no-referrer-when-downgrade"></iframe>',
    shows:
      'www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2428.4!2d13.37!3d52.51!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x47a851c655f20989%3A0x26bbfb4e84674c63!2sBrandenburger%20Tor!5e0!3m2!1sen!2sde!4v1700000000000!5m2!1sen!2sde',
  },
  {
    vendor: 'OpenStreetMap',
    code: '<iframe width="425" height="350" src="https://www.openstreetmap.org/export/embed.html?bbox=13.37%2C52.51%2C13.38%2C52.52&amp;layer=mapnik" style="border: 1px solid black"></iframe><br/><small><a href="https://www.openstreetmap.org/?#map=16/52.5163/13.3777">View Larger Map</a></small>',
    shows: 'www.openstreetmap.org/export/embed.html?bbox=13.37%2C52.51%2C13.38%2C52.52&layer=mapnik',
  },
  // Design
  {
    vendor: 'Figma',
    code: '<iframe style="border: 1px solid rgba(0, 0, 0, 0.1);" width="800" height="450" src="https://embed.figma.com/design/abc/Frame?node-id=0-1&embed-host=share" allowfullscreen></iframe>',
    shows: 'embed.figma.com/design/abc/Frame?node-id=0-1&embed-host=share',
  },
  {
    vendor: 'Canva',
    code: '<div style="position: relative; width: 100%; height: 0; padding-top: 56.2500%;\n padding-bottom: 0; box-shadow: 0 2px 8px 0 rgba(63,69,81,0.16); margin-top: 1.6em; margin-bottom: 0.9em; overflow: hidden;\n border-radius: 8px; will-change: transform;">\n  <iframe loading="lazy" style="position: absolute; width: 100%; height: 100%; top: 0; left: 0; border: none; padding: 0;margin: 0;"\n    src="https:&#x2F;&#x2F;www.canva.com&#x2F;design&#x2F;DAFabc&#x2F;view?embed" allowfullscreen="allowfullscreen" allow="fullscreen">\n  </iframe>\n</div>\n<a href="https:&#x2F;&#x2F;www.canva.com&#x2F;design&#x2F;DAFabc&#x2F;view?utm_content=DAFabc&amp;utm_campaign=designshare" target="_blank" rel="noopener">Design</a> by Ada',
    shows: 'www.canva.com/design/DAFabc/view?embed',
  },
  {
    vendor: 'Miro',
    code: '<iframe width="768" height="432" src="https://miro.com/app/live-embed/uXjVabc=/?embedMode=view_only_without_ui&moveToViewport=-1001,-502,2003,1004&embedId=123" frameborder="0" scrolling="no" allow="fullscreen; clipboard-read; clipboard-write" allowfullscreen></iframe>',
    shows:
      'miro.com/app/live-embed/uXjVabc=/?embedMode=view_only_without_ui&moveToViewport=-1001,-502,2003,1004&embedId=123',
  },
  {
    vendor: 'CodePen',
    code: '<p class="codepen" data-height="300" data-default-tab="html,result" data-slug-hash="abc" data-pen-title="Untitled" data-user="ada" style="height: 300px; box-sizing: border-box; display: flex;"><span>See the Pen <a href="https://codepen.io/ada/pen/abc">Untitled</a> by Ada on <a href="https://codepen.io">CodePen</a>.</span></p><script async src="https://public.codepenassets.com/embed/index.js"></script>',
    files: { 'public.codepenassets.com/embed/index.js': inPlaceOf('.codepen', 'The pen runs') },
    shows: 'The pen runs',
  },
  {
    vendor: 'Sketchfab',
    code: '<div class="sketchfab-embed-wrapper"> <iframe title="Model" frameborder="0" allowfullscreen mozallowfullscreen="true" webkitallowfullscreen="true" allow="autoplay; fullscreen; xr-spatial-tracking" xr-spatial-tracking execution-while-out-of-viewport execution-while-not-rendered web-share src="https://sketchfab.com/models/abc/embed"> </iframe> <p style="font-size: 13px;"> <a href="https://sketchfab.com/3d-models/abc" target="_blank" rel="nofollow"> Model </a> by <a href="https://sketchfab.com/ada"> Ada </a></p></div>',
    shows: 'sketchfab.com/models/abc/embed',
  },
  {
    vendor: 'Spline',
    code: '<script type="module" src="https://unpkg.com/@splinetool/viewer@1.9.82/build/spline-viewer.js"></script>\n<spline-viewer url="https://prod.spline.design/abc/scene.splinecode"></spline-viewer>',
    files: {
      'unpkg.com/@splinetool/viewer@1.9.82/build/spline-viewer.js': customElement('spline-viewer', 'The scene turns'),
    },
    shows: 'The scene turns',
  },
  // Windows
  {
    vendor: 'PayPal',
    code: '<div id="paypal-button-container"></div>\n<script src="https://www.paypal.com/sdk/js?client-id=abc&currency=EUR"></script>\n<script>\n  paypal.Buttons({}).render(\'#paypal-button-container\');\n</script>',
    files: {
      'www.paypal.com/sdk/js': `window.paypal = { Buttons: () => ({ render: (selector) => ${opensWindow('https://www.paypal.com/checkoutnow', 'document.querySelector(selector)')} }) };`,
      'www.paypal.com/checkoutnow': reportsToOpener('The payment is complete'),
    },
    isClicked: true,
    shows: 'The payment is complete',
  },
  {
    vendor: 'Sign in with Google',
    code: '<script src="https://accounts.google.com/gsi/client" async></script>\n<div id="g_id_onload" data-client_id="abc" data-callback="onSignedIn"></div>\n<div class="g_id_signin" data-type="standard"></div>',
    files: {
      'accounts.google.com/gsi/client': opensWindow(
        'https://accounts.google.com/gsi/select',
        "document.querySelector('.g_id_signin')",
      ),
      // The window comes back from another origin.
      'accounts.google.com/gsi/select': `${elsewhere}accounts.google.com/gsi/done`,
      'accounts.google.com/gsi/done': reportsToOpener('Signed in as Ada'),
    },
    isClicked: true,
    shows: 'Signed in as Ada',
  },
];
