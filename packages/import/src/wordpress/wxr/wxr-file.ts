/**
 * Streams a WordPress export (WXR, an RSS file), one element of its channel at a time. A document type is rejected, so no entity is
 * ever defined, expanded or fetched. Only one element of the channel is in memory, up to a limit.
 */
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { ExportFileError } from '../../export-file-error.ts';

/** Maximum characters of one post with everything in it. The import route accepts records of up to 1 MiB. */
const ELEMENT_CHARACTERS_MAX = 16 * 1024 * 1024;
const NESTING_MAX = 16;
const READ_BYTES = 64 * 1024;
/** XML does not allow these characters, but databases contain them, and so do exports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** Comments are only counted; their texts are not kept. */
const COMMENT = 'wp:comment';

/** An element of the channel, or one inside it. */
export interface WxrElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Line of the file where it begins. */
  readonly line: number;
  readonly children: readonly WxrElement[];
  readonly text: string;
  /** Whether it exceeded the limit and was cut. */
  readonly isCut: boolean;
}

type OpenElement = { -readonly [Name in keyof WxrElement]: WxrElement[Name] } & { children: OpenElement[] };

/**
 * Reads the elements of the channel, in order.
 * @throws ExportFileError if the file cannot be read or is not a WordPress export
 */
export async function* readWxr(path: string): AsyncGenerator<WxrElement> {
  const reader = new ChannelReader(path);
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: READ_BYTES }))
      yield* reader.read(decoder.decode(bytes as Buffer, { stream: true }));
    yield* reader.read(decoder.decode());
  } catch (error) {
    if (error instanceof ExportFileError) throw error;
    throw new ExportFileError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  yield* reader.end();
}

/** Parses text to elements, however the text is split into chunks. */
class ChannelReader {
  readonly #path: string;
  readonly #parser = new SaxesParser({ position: true });
  /** Elements around the current position: rss, channel, then the element being read and its descendants. */
  readonly #open: OpenElement[] = [];
  #done: WxrElement[] = [];
  #version: string | undefined;
  /** Characters kept of the element being read. */
  #kept = 0;
  /** Characters read since the parser last reported something. */
  #silent = 0;

  constructor(path: string) {
    this.#path = path;
    this.#parser.on('xmldecl', ({ encoding }) => this.#requireUtf8(encoding));
    this.#parser.on('doctype', () => this.#fail('has a document type, which no WordPress export has; export it again'));
    this.#parser.on('opentag', (tag) => this.#opened(tag.name, tag.attributes as Record<string, string>));
    this.#parser.on('closetag', () => this.#closed());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
    this.#parser.on('comment', () => this.#heard());
    this.#parser.on('error', (error) => this.#fail(`is not well-formed XML (${error.message}); export it again`));
  }

  *read(text: string): Generator<WxrElement> {
    this.#silent += text.length;
    if (this.#silent > ELEMENT_CHARACTERS_MAX)
      this.#fail(`has one text of more than ${ELEMENT_CHARACTERS_MAX} characters; take it out and try again`);
    this.#parser.write(text.replaceAll(NOT_IN_XML, ''));
    yield* this.#taken();
  }

  *end(): Generator<WxrElement> {
    this.#parser.close();
    if (this.#version === undefined) this.#fail('is not a WordPress export: it has no wp:wxr_version');
    yield* this.#taken();
  }

  #taken(): WxrElement[] {
    const taken = this.#done;
    this.#done = [];
    return taken;
  }

  #heard(): void {
    this.#silent = 0;
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.#heard();
    const expected = ['rss', 'channel'][this.#open.length];
    if (expected !== undefined && name !== expected)
      this.#fail(`is not a WordPress export: it has <${name}> in place of <${expected}>`);
    if (this.#open.length >= NESTING_MAX)
      this.#fail(`nests more than ${NESTING_MAX} elements, which no WordPress export does`);
    if (this.#open.length === 2) this.#kept = 0;
    this.#open.push({ name, attributes, line: this.#parser.line, children: [], text: '', isCut: false });
  }

  #text(text: string): void {
    this.#heard();
    const current = this.#open.at(-1);
    if (current === undefined || this.#open.length < 3) return;
    if (this.#open.some(({ name }) => name === COMMENT)) return;
    this.#kept += text.length;
    if (this.#kept <= ELEMENT_CHARACTERS_MAX) current.text += text;
    else if (this.#open[2] !== undefined) this.#open[2].isCut = true;
  }

  #closed(): void {
    this.#heard();
    const element = this.#open.pop();
    if (element === undefined) return;
    if (element.name === 'wp:wxr_version') this.#requireVersion(element.text.trim());
    if (this.#open.length === 2) this.#done.push(element);
    else if (this.#open.length > 2) this.#keep(element);
  }

  /** Elements count towards the limit too; otherwise elements without text would be free. */
  #keep(element: OpenElement): void {
    this.#kept += element.name.length;
    const [, , top] = this.#open;
    if (this.#kept <= ELEMENT_CHARACTERS_MAX) this.#open.at(-1)?.children.push(element);
    else if (top !== undefined) top.isCut = true;
  }

  #requireVersion(version: string): void {
    if (!version.startsWith('1.')) this.#fail(`has WXR version "${version}"; only versions 1.0 to 1.2 are known`);
    this.#version = version;
  }

  #requireUtf8(encoding: string | undefined): void {
    this.#heard();
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      this.#fail(`is written in ${encoding}; convert it to UTF-8 first`);
  }

  #fail(reason: string): never {
    throw new ExportFileError(`${this.#path} ${reason}.`);
  }
}
