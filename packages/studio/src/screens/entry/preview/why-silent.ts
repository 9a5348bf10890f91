/**
 * Why the page in a preview says nothing. Browsers tell nobody what a frame of another site shows; this asks what they do
 * answer, in the page of this service that stands around it, whose policy allows that site alone.
 */

/**
 * `unreachable`: nothing answers under the address. `refused`: the site forbids frames, or answers with an error. `scriptless`: its
 * page is shown, and takes no part.
 */
export type Silence = 'unreachable' | 'refused' | 'scriptless';

/** Where nothing is heard of a page for so long, it may be there. */
const PATIENCE_MS = 10_000;

/** @param frame with the page of this service around that of the site @param url of the latter */
export async function whySilent({ contentWindow: around }: HTMLIFrameElement, url: string): Promise<Silence> {
  if (around === null) return 'scriptless';
  // What the site answers is nobody's business, but that it does.
  const asked: RequestInit = { method: 'HEAD', mode: 'no-cors', cache: 'no-store', credentials: 'omit' };
  const answers = await around.fetch(url, asked).then(
    () => true,
    () => false,
  );
  if (!answers) return 'unreachable';
  return (await isRefused(around.document, url)) ? 'refused' : 'scriptless';
}

/**
 * Whether a browser shows no page of the site. An `<object>` has something in its place then, and says so, as a frame does not. It stands
 * in a frame in which no scripts run, out of sight.
 */
function isRefused(around: Document, url: string): Promise<boolean> {
  const room = around.createElement('iframe');
  room.sandbox.add('allow-same-origin');
  room.title = 'Nothing';
  room.inert = true;
  room.style.cssText = 'position:absolute;inline-size:1px;block-size:1px;opacity:0';
  around.body.append(room);
  const inside = room.contentDocument;
  if (inside === null) return Promise.resolve(false);
  const page = inside.createElement('object');
  return new Promise((resolve) => {
    const end = (is: boolean) => {
      clearTimeout(timer);
      room.remove();
      resolve(is);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    page.addEventListener('load', () => end(false));
    page.addEventListener('error', () => end(true));
    page.type = 'text/html';
    page.data = url;
    inside.body.append(page);
  });
}
