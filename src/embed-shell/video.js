// Plays one video of YouTube or Vimeo, without their cookies where they offer that. Visitors come here by a click on
// the poster of a video, so playing starts at once.

const parameters = new URLSearchParams(location.search);

/** The address of the provider's player; null if the parameters name no video. */
function playerAddress() {
  const youtube = parameters.get('youtube') ?? '';
  if (/^[\w-]{11}$/.test(youtube)) return `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1`;
  const [vimeo, hash] = [parameters.get('vimeo') ?? '', parameters.get('h')];
  if (!/^\d{5,12}$/.test(vimeo) || (hash !== null && !/^[\da-f]{8,16}$/i.test(hash))) return null;
  return `https://player.vimeo.com/video/${vimeo}?dnt=1&autoplay=1${hash === null ? '' : `&h=${hash}`}`;
}

const address = playerAddress();
const title = parameters.get('title') ?? '';
if (title !== '') document.title = title;

if (address === null) {
  const message = document.createElement('p');
  message.textContent = 'Video not found';
  document.body.append(message);
} else {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = title || 'Video';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  document.body.append(frame);
}
