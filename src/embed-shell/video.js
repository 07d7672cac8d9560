// Plays one video of YouTube or Vimeo, without their cookies where they offer that. Visitors come here by a click on
// the poster of a video, so playing starts at once.

const parameters = new URLSearchParams(location.search);

/** The value of a parameter; null if it is missing. An unexpected value is an error. */
function read(name, pattern) {
  const value = parameters.get(name);
  if (value !== null && !pattern.test(value)) throw new Error(`Unexpected ${name}`);
  return value;
}

/** The address of the provider's player; null if the parameters name no video. */
function playerAddress() {
  try {
    const [youtube, vimeo] = [read('youtube', /^[\w-]{11}$/), read('vimeo', /^\d{5,12}$/)];
    const [key, list, start] = [read('h', /^[\da-f]{8,16}$/i), read('list', /^[\w-]{12,64}$/), read('t', /^\d{1,7}$/)];
    if (youtube !== null) {
      const query = `autoplay=1${list === null ? '' : `&list=${list}`}${start === null ? '' : `&start=${start}`}`;
      return `https://www.youtube-nocookie.com/embed/${youtube}?${query}`;
    }
    if (vimeo === null) return null;
    const query = `dnt=1&autoplay=1${key === null ? '' : `&h=${key}`}`;
    return `https://player.vimeo.com/video/${vimeo}?${query}${start === null ? '' : `#t=${start}s`}`;
  } catch {
    return null;
  }
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
