/**
 * Translates a list of texts, in pieces; the nth result is the translation of the nth text. White space around a text, and
 * texts without words, stay as they are. Link targets must not change either.
 */
import { languageOf, promptOn } from './instructions.ts';
import { type AiSession, objectSchema } from './session.ts';
import { linkProblem } from './text/link-targets.ts';
import { hasWords, type Piece, piecesOf } from './text/pieces.ts';

/** Per call, so that the translation fits within the model's token limit. */
const CALL_CHARACTERS_MAX = 4_000;
const CALL_TEXTS_MAX = 100;
/** A translation is rarely several times as long as its original. */
const GROWTH_MAX = 4;
const GROWTH_ALLOWED = 200;

export interface TranslationTask {
  /** Language tags. */
  readonly source: string;
  readonly target: string;
  /** The problems of an earlier translation. */
  readonly notes?: readonly string[];
}

/** A piece of a text to be translated. */
interface Part extends Piece {
  translated: string;
}

export async function translateTexts(
  session: AiSession,
  texts: readonly string[],
  task: TranslationTask,
): Promise<string[]> {
  const parts = texts.map((text) =>
    piecesOf(text, CALL_CHARACTERS_MAX).map((piece): Part => ({ ...piece, translated: piece.text })),
  );
  const open = parts.flat().filter(({ text }) => hasWords(text));
  for (const batch of batchesOf(open)) await translateBatch(session, batch, task);
  return parts.map((ofText) => ofText.map(({ before, translated, after }) => before + translated + after).join(''));
}

function* batchesOf(parts: readonly Part[]): Generator<Part[]> {
  let batch: Part[] = [];
  let characters = 0;
  for (const part of parts) {
    const isFull = batch.length === CALL_TEXTS_MAX || characters + part.text.length > CALL_CHARACTERS_MAX;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(part);
    characters += part.text.length;
  }
  if (batch.length > 0) yield batch;
}

async function translateBatch(session: AiSession, batch: readonly Part[], task: TranslationTask): Promise<void> {
  const parts = new Map(batch.map((part, index) => [`t${index + 1}`, part]));
  const content = Object.fromEntries([...parts].map(([name, { text }]) => [name, text]));
  const translated = await session.json<Record<string, string>>({
    prompt: promptOn(instructionOf(task), content),
    schema: objectSchema(Object.fromEntries([...parts.keys()].map((name) => [name, { type: 'string' }]))),
    problemsOf: (value) => [...parts].flatMap(([name, { text }]) => problemOf(name, text, value[name] ?? '')),
  });
  for (const [name, part] of parts) part.translated = (translated[name] ?? '').trim();
}

function instructionOf({ source, target, notes = [] }: TranslationTask): string {
  const task = `Translate every text of the JSON object from ${languageOf(source)} to ${languageOf(target)}, and return an object with the same keys.
Texts that follow each other are often parts of one sentence, cut where its formatting changes: translate them so that they read well when they are joined again in this order.
Keep Markdown, HTML tags, placeholders such as {name}, link targets, e-mail addresses and names of products as they are.`;
  return notes.length === 0 ? task : `${task}\nA first translation was refused, so mind this:\n- ${notes.join('\n- ')}`;
}

function problemOf(name: string, before: string, after: string): string[] {
  if (after.trim() === '') return [`${name}: Translate it; there is no text.`];
  if (after.length > before.length * GROWTH_MAX + GROWTH_ALLOWED)
    return [`${name}: Write the translation alone; this is much longer than the original.`];
  const problem = linkProblem(before, after);
  return problem === null ? [] : [`${name}: ${problem}`];
}
