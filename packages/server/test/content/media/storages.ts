/** Where tests of media play: a service on each engine with each storage, and what they upload. */
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { type Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { type FormFile, type FormParts, formOf } from '../../../../testing/src/form.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { startService } from '../../../../testing/src/service.ts';

const STORAGES = ['folder', 'bucket'] as const;

export interface MediaStage {
  readonly url: string;
  readonly dataDir: string;
  readonly scene: Scene;
  /** Undefined where files lie in the data folder. */
  readonly bucket: TestBucket | undefined;
}

/** Runs a group of tests on each engine with each storage. */
export function onEachStorage(
  title: string,
  play: (stage: MediaStage) => void,
  env: Record<string, string> = {},
): void {
  for (const storage of STORAGES) {
    describeEachEngine(`${title}, files in a ${storage}`, (engine) => {
      const stage: { -readonly [Name in keyof MediaStage]?: MediaStage[Name] } = {};
      let close: (() => Promise<void>) | undefined;
      before(async () => {
        if (storage === 'bucket') stage.bucket = await startBucket();
        const service = await startService({ engine, env: { ...stage.bucket?.environment, ...env } });
        stage.url = service.url;
        stage.dataDir = service.dataDir;
        stage.scene = await given(service.url);
        close = () => service.close();
      });
      after(async () => {
        closeConnections();
        await close?.();
        await stage.bucket?.stop();
      });
      play(stage as MediaStage);
    });
  }
}

/** Sends a form to a path. */
export async function sendForm(by: Actor, path: string, parts: FormParts, method = 'POST'): Promise<ApiResponse> {
  return by.send(method, path, await formOf(parts));
}

/** Uploads a file, whatever the response. */
export function upload(scene: Scene, file: FormFile, fields: FormParts = [], by = scene.owner): Promise<ApiResponse> {
  return sendForm(by, `${scene.base}/media`, [...fields, ['file', file]]);
}

/** A file as its address gives it. */
export interface FetchedFile {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Asks for a file, with no token. */
export function fetchFile(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: http.OutgoingHttpHeaders } = {},
): Promise<FetchedFile> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, timeout: 60_000 });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`${url}: no response.`)));
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, bytes }), reject);
    });
    request.end();
  });
}

/** Files on their way in. */
export function filesUnderWay({ dataDir }: Pick<MediaStage, 'dataDir'>): string[] {
  return namesIn(join(dataDir, 'uploads'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
