/** A request of a command to a running service, and its response as text. */
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

interface SmallRequest extends Pick<RequestOptions, 'headers' | 'signal' | 'timeout'> {
  /** Characters of a response that is larger than any that is expected. */
  readonly charactersMax: number;
}

interface SmallResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a GET on a connection of its own.
 * @throws Error with the reason if there is no response, or one that is too large
 */
export function readSmallResponse(url: string, { charactersMax, ...options }: SmallRequest): Promise<SmallResponse> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<SmallResponse>();
  const request = send(url, { agent: false, ...options }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('error', reject);
    response.on('data', (piece: string) => {
      text += piece;
      if (text.length > charactersMax) response.destroy(new Error('the response is too large'));
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  request.on('timeout', () => request.destroy(new Error(`no response in ${options.timeout} ms`)));
  request.on('error', reject);
  request.end();
  return promise;
}
