/** Sends files with their progress, which `fetch` does not tell: by XMLHttpRequest, otherwise like any request. */
import { ifMatch } from './if-match.ts';
import { ApiProblem, Unreachable } from './problem.ts';
import type { Place } from './queries.ts';
import { session } from './session.ts';
import type { Asset } from './types.ts';

interface UploadOptions {
  /** Is told the share that has been sent, 0 to 1. */
  readonly progress?: (share: number) => void;
  /** What a picture shows, by locale; '' is left out. */
  readonly alt?: Readonly<Record<string, string>>;
}

/** Uploads a new file. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export function uploadFile(
  { space, environment }: Place,
  file: File,
  { progress = nobodyLooks, alt = {} }: UploadOptions = {},
): Promise<Asset> {
  const form = formOf(file);
  const said = Object.entries(alt).filter(([, text]) => text !== '');
  if (said.length > 0) form.append('alt', JSON.stringify(Object.fromEntries(said)));
  return send('POST', `/spaces/${space}/environments/${environment}/media`, form, progress);
}

/** Puts another file in the place of an asset's, if it still has that version. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export function replaceFile({ id, version }: Pick<Asset, 'id' | 'version'>, file: File): Promise<Asset> {
  return send('PATCH', `/media/${id}`, formOf(file), nobodyLooks, ifMatch({ version }));
}

function nobodyLooks(): void {}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

async function send(
  method: string,
  path: string,
  form: FormData,
  progress: (share: number) => void,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asset> {
  const withToken = (token: string) => ({ ...headers, Authorization: `Bearer ${token}` });
  return assetIn(await session.authorized((token) => attempt(method, path, form, withToken(token), progress)));
}

interface Response {
  readonly status: number;
  readonly body: unknown;
}

function attempt(
  method: string,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  progress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, body: request.response as unknown });
    request.onerror = () => reject(new Unreachable(new Error(`${method} ${path}`)));
    request.send(form);
  });
}

function assetIn({ status, body }: Response): Asset {
  if (status >= 400) throw new ApiProblem(status, body);
  return body as Asset;
}
