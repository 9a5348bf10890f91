/** The schema of a response that is text. */
import { Type } from 'typebox';

export function textResponse(mediaType: string, example: string) {
  return { description: 'As text.', content: { [mediaType]: { schema: Type.String({ examples: [example] }) } } };
}
