/** Fills a space with random content, asks it random questions, and writes the answers as a module that compiles if they fit their types. */
import { readModel } from '../src/generate/delivered-model.ts';
import { modelFile } from '../src/generate/model-file.ts';
import { createClient, type EntryQuery } from '../src/index.ts';
import { Transport } from '../src/transport.ts';
import type { Drafts } from '../src/types/entries.ts';
import type { AnyModel } from '../src/types/model.ts';
import { codeOf, Dice, type RandomQuery, randomQuery } from './random-site.ts';
import { randomSpace } from './random-space.ts';

/** A query of whatever model. */
type AnyQuery = EntryQuery<AnyModel, string, Drafts>;

/** Two files, by name: the model, and a module of questions with their answers. @param client where they import it from */
export async function randomAnswers(
  url: string,
  { seed, queries, client }: { readonly seed: number; readonly queries: number; readonly client: string },
): Promise<Record<string, string>> {
  const dice = new Dice(seed);
  const { scene, types } = await randomSpace(url, dice);
  const token = String(scene.delivery.token);
  const model = modelFile(await readModel(new Transport(`${url}${scene.read}/`, { token })));
  const place = { url, space: scene.spaceId };
  const site = createClient<AnyModel>({ ...place, token });
  const preview = createClient<AnyModel>({ ...place, token: String(scene.preview.token), preview: true });
  const byName = new Map(types.map((type) => [type.api_id, type]));
  const answers: string[] = [];
  for (let at = 0; at < queries; at++) {
    const isPreview = at % 5 === 4;
    const any = randomQuery(dice, byName);
    // Drafts may link to types that a younger rule excludes, as decision 91 says.
    const query = isPreview ? { ...any, links: {}, required: [] } : any;
    const { items } = await asked(
      isPreview ? preview.entries(query.type) : (site.entries(query.type) as unknown as AnyQuery),
      query,
    ).list();
    answers.push(
      answerText(at, `${isPreview ? 'preview' : 'site'}${codeOf(query)}`, { items, isWhole: query.selected === null }),
    );
  }
  return {
    'model.ts': model.replace('@lectern/client', client),
    'answers.ts': `${head(client)}${answers.join('\n')}`,
  };
}

function asked(entries: AnyQuery, { links, required, selected, locale }: RandomQuery): AnyQuery {
  let query = entries.include(links as never) as unknown as AnyQuery;
  if (required.length > 0) query = query.require(...(required as never[])) as unknown as AnyQuery;
  if (selected !== null) query = query.select(...(selected as never[])) as unknown as AnyQuery;
  return locale === null ? query : (query.locale(locale) as unknown as AnyQuery);
}

function head(client: string): string {
  return `import { createClient, type ItemOf } from '${client}';
import type { Model } from './model.ts';
const where = { url: '', space: '', token: '' };
const site = createClient<Model>(where);
const preview = createClient<Model>({ ...where, preview: true });
type Kept<T> = T extends readonly (infer I)[] ? readonly Kept<I>[] : T extends object ? { readonly [K in keyof T]: Kept<T[K]> } : T;
`;
}

/**
 * An answer as a literal, in which the compiler finds what is missing and what is too much. What was selected may have more: an entry
 * that is reached in several ways has what all of them ask for.
 */
function answerText(
  at: number,
  code: string,
  { items, isWhole }: { items: readonly object[]; isWhole: boolean },
): string {
  const literal = JSON.stringify(items, null, 1);
  const query = `const q${at} = () => ${code};\n`;
  if (isWhole) return `${query}export const a${at}: ItemOf<ReturnType<typeof q${at}>>[] = ${literal};\n`;
  return `${query}const c${at} = <const>${literal};\nexport const a${at}: Kept<ItemOf<ReturnType<typeof q${at}>>[]> = c${at};\n`;
}
