/** Responses that are made anew for each request: those of models, and of changes. Their tag is a digest of what they say. */
import { hasResponse } from '../../platform/http/conditional.ts';
import type { Compression } from './compression.ts';
import { encodingOfSize } from './encoding.ts';
import { tagOf } from './entity-tag.ts';
import type { ReadContent, ReadResponse } from './read.ts';
import type { RoutedRequest } from './read-route.ts';

/**
 * The tag of a response, and what goes out unless the client has it already.
 * @param party whose turn it is to compress: a space
 */
export async function madeResponse(
  { body, ...about }: Omit<ReadContent, 'encoding'>,
  { encodings, ifNoneMatch }: Pick<RoutedRequest, 'encodings' | 'ifNoneMatch'>,
  { compression, party }: { readonly compression: Pick<Compression, 'quickly'>; readonly party: string },
): Promise<Pick<ReadResponse, 'tag' | 'content'>> {
  const encoding = encodingOfSize(encodings.best, body.length);
  const tag = tagOf(`${encoding} ${body}`);
  if (hasResponse(ifNoneMatch, tag)) return { tag, content: null };
  return { tag, content: { ...about, ...(await compression.quickly(body, encoding, party)) } };
}
