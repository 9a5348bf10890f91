/** Sends files with their progress, which `fetch` does not tell: by XMLHttpRequest, otherwise like any request. */
import { ifMatch } from './if-match.ts';
import { ApiProblem, Unreachable } from './problem.ts';
import type { Place } from './queries.ts';
import { session } from './session.ts';
import type { Asset, ContentImport } from './types.ts';

/** What the file of an export is. */
const ARCHIVE_TYPE = 'application/x-tar';

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
  return send<Asset>('POST', `/spaces/${space}/environments/${environment}/media`, form, { progress });
}

/** Puts another file in the place of an asset's, if it still has that version. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export function replaceFile({ id, version }: Pick<Asset, 'id' | 'version'>, file: File): Promise<Asset> {
  return send<Asset>('PATCH', `/media/${id}`, formOf(file), { headers: ifMatch({ version }) });
}

interface ArchiveOptions extends Required<Pick<UploadOptions, 'progress'>> {
  /** Gets the export of one environment; null where each goes to the one of its name. */
  readonly environment: string | null;
  /** Whether nothing is written. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Sends the file of an export into a space. Throws `ApiProblem`, `Unreachable` or `SessionEnded`, or what `signal` ends with. */
export function uploadArchive(space: string, file: File, options: ArchiveOptions): Promise<ContentImport> {
  const { environment, dryRun, progress, signal } = options;
  const query = new URLSearchParams({ dry_run: String(dryRun), ...(environment === null ? {} : { environment }) });
  const headers = { 'Content-Type': ARCHIVE_TYPE };
  return send('POST', `/spaces/${space}/imports?${query}`, file, { progress, headers, signal });
}

function nobodyLooks(): void {}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

interface Sending {
  readonly progress?: (share: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function send<Body>(method: string, path: string, content: FormData | File, sending: Sending): Promise<Body> {
  const { status, body } = await session.authorized((token) => attempt(method, path, content, { ...sending, token }));
  if (status >= 400) throw new ApiProblem(status, body);
  return body as Body;
}

interface Response {
  readonly status: number;
  readonly body: unknown;
}

function attempt(
  method: string,
  path: string,
  content: FormData | File,
  { token, headers = {}, progress = nobodyLooks, signal }: Sending & { readonly token: string },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries({ ...headers, Authorization: `Bearer ${token}` }))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, body: request.response as unknown });
    request.onerror = () => reject(new Unreachable(new Error(`${method} ${path}`)));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(content);
  });
}
