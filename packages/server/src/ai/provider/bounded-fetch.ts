/**
 * The HTTP client for AI providers. The size of a response is limited, whatever the provider sends. Redirects are refused,
 * because they would carry the key and the content elsewhere.
 */

/** Per response: several times the size of the longest text when streamed. */
const RESPONSE_BYTES_MAX = 4 * 1_048_576;

/** `fetch` with these limits. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limited()), { status, statusText, headers });
}

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > RESPONSE_BYTES_MAX) controller.error(new Error('The response of the AI provider is too long.'));
      else controller.enqueue(chunk);
    },
  });
}
