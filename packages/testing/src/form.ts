/** Forms with files, as browsers and `fetch` write them. */
import type { RequestParts } from './client.ts';

/** A file in a form. */
export interface FormFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** The type claimed by the client, which is not trusted. */
  readonly type?: string;
}

/** The parts in order: a name, and a text or a file. */
export type FormParts = readonly (readonly [string, string | FormFile])[];

/** The body and headers of a form. */
export async function formOf(parts: FormParts): Promise<Required<Pick<RequestParts, 'raw' | 'headers'>>> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new File([value.bytes as Uint8Array<ArrayBuffer>], value.name, { type: value.type ?? '' }));
  }
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { raw: Buffer.from(await encoded.arrayBuffer()), headers };
}
