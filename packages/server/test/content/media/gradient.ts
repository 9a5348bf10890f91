/** Pictures for tests in which something has to be seen. */
import sharp from 'sharp';

/** A picture as PNG that goes from one colour to another, for what only has to be seen. @param from, @param to as CSS colours */
export function gradient(width: number, height: number, from: string, to: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
