/** Saves the file of an export. Its address wants a token in a header, so that a plain link does not lead to it. */
import { accepted, fetchAuthorized } from '../../../api/client.ts';
import { saveFile } from '../list/save-file.ts';

/** A larger file is written while it arrives, where the person says: the browser need not hold it. */
const HELD_BYTES_MAX = 500_000_000;

/** What of the File System Access API is used; not every browser has it. */
interface Saving {
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<{
    createWritable(): Promise<WritableStream<Uint8Array>>;
  }>;
}

/** What to save. */
interface Archive {
  /** Address of the file. */
  readonly path: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Is told the share that has arrived, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** Whether this browser can save a file of that size. @param size in bytes */
export function canSave(size: number): boolean {
  return size <= HELD_BYTES_MAX || (window as Saving).showSaveFilePicker !== undefined;
}

/** Saves it. Call it from a click, as the browser asks where to put a large one. Throws as `fetchAuthorized` does, and `ApiProblem`. */
export async function saveArchive({ path, name, size, progress }: Archive): Promise<void> {
  const place = size > HELD_BYTES_MAX ? await askForPlace(name) : 'downloads';
  if (place === null) return;
  const response = await accepted(await fetchAuthorized(new Request(path)));
  const body = response.body?.pipeThrough(counting((bytes) => progress(bytes / size)));
  if (body === undefined) throw new Error('The file of an export has arrived without a body.');
  if (place !== 'downloads') return body.pipeTo(place);
  saveFile(name, 'application/x-tar', await new Response(body).blob());
}

/** Where the person wants it; null where they changed their mind. */
async function askForPlace(suggestedName: string): Promise<WritableStream<Uint8Array> | null> {
  try {
    const file = await (window as Saving).showSaveFilePicker?.({ suggestedName });
    return (await file?.createWritable()) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

function counting(tell: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      tell(bytes);
      controller.enqueue(chunk);
    },
  });
}
