/** Pictures that stand in pasted HTML themselves, as files. */

const DATA_ADDRESS = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([a-z0-9+/=\s]+)$/i;

/** The file of a picture whose address holds its bytes; null for any other. */
export function fileOfPicture(image: HTMLImageElement): File | null {
  const [, type, text] = DATA_ADDRESS.exec(image.getAttribute('src') ?? '') ?? [];
  if (type === undefined || text === undefined) return null;
  const bytes = bytesOf(text);
  const extension = type.slice('image/'.length).replace('jpeg', 'jpg');
  return bytes === null ? null : new File([bytes], `${nameOf(image)}.${extension}`, { type });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function nameOf({ alt }: HTMLImageElement): string {
  const name = alt
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, 60);
  return name === '' ? 'picture' : name;
}
