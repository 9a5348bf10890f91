/** Sends files with their progress, which `fetch` does not tell: by XMLHttpRequest, otherwise like any request. */
import { ApiProblem, Unreachable } from './problem.ts';
import type { Place } from './queries.ts';
import { session } from './session.ts';
import type { Asset } from './types.ts';

/** Uploads a new file. @param progress is told the share that has been sent, 0 to 1. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export function uploadFile(
  { space, environment }: Place,
  file: File,
  progress: (share: number) => void = nobodyLooks,
): Promise<Asset> {
  return send('POST', `/spaces/${space}/environments/${environment}/media`, formOf(file), progress);
}

/** Puts another file in the place of an asset's. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export function replaceFile({ id }: Pick<Asset, 'id'>, file: File): Promise<Asset> {
  return send('PATCH', `/media/${id}`, formOf(file), nobodyLooks);
}

function nobodyLooks(): void {}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

async function send(method: string, path: string, form: FormData, progress: (share: number) => void): Promise<Asset> {
  return assetIn(await session.authorized((token) => attempt(method, path, form, token, progress)));
}

interface Response {
  readonly status: number;
  readonly body: unknown;
}

function attempt(
  method: string,
  path: string,
  form: FormData,
  token: string,
  progress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
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
