/** Which addresses lead to a screen of Studio. An address that a link names may lead anywhere else. */

/** Stands for wherever Studio is served. */
const ORIGIN = 'https://studio.invalid';
const ROUNDS_MAX = 5;

/**
 * The address as the router takes it: path, query and fragment below Studio.
 * @returns undefined for anything that a browser, or a router that decodes it, could take for another place
 */
export function insideStudio(address: unknown): string | undefined {
  if (typeof address !== 'string' || !isPath(address)) return undefined;
  const url = URL.parse(address, ORIGIN);
  if (url === null || url.origin !== ORIGIN || !isPath(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Whether it is a path of one host, however often it is decoded. */
function isPath(address: string): boolean {
  let path = address.split(/[?#]/, 1)[0] ?? '';
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks from addresses
    if (!/^\/(?!\/)/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path)) return false;
    const decoded = decodedOnce(path);
    if (decoded === path) return true;
    if (decoded === null) return false;
    path = decoded;
  }
  return false;
}

function decodedOnce(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
