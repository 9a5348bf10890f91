/** A page with one rich text editor, and what its tests do to it: `window.room`. */
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18nProvider } from '@lingui/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { RichTextLink, RichTextNode } from '../../src/rich-text/document/grammar.ts';
import type { RichTextEditorProps } from '../../src/rich-text/editor-props.ts';
import type { LinkCard } from '../../src/rich-text/nodes/cards.ts';
import { UiProvider } from '../../src/ui/index.ts';

const RichTextEditor = lazy(async () => ({
  default: (await import('../../src/rich-text/rich-text-editor.tsx')).RichTextEditor,
}));

/** What a test says about the field. */
interface Field {
  readonly value: RichTextNode | null;
  readonly nodes?: readonly string[];
  readonly marks?: readonly string[];
  readonly direction?: 'ltr' | 'rtl';
  readonly readOnly?: boolean;
  readonly invalid?: boolean;
  readonly cards?: Readonly<Record<string, LinkCard>>;
  /** What the next choices of an entry or asset are, in order. */
  readonly picks?: readonly RichTextLink[];
  /** The assets that uploads end in; without it nothing can be uploaded. */
  readonly uploads?: readonly RichTextLink[];
  /** Whether uploads stop half way until `room.goOn` is called. */
  readonly isHeld?: boolean;
}

const room = {
  value: null as RichTextNode | null,
  changes: 0,
  uploaded: [] as string[],
  goOn: () => {},
  opened: [] as RichTextLink[],
  show: (field: Field) => show(field),
  /** Gives the editor a value from outside. */
  give: (_: RichTextNode | null) => {},
  paste: (data: Readonly<Record<string, string>>) => paste(data),
  keyTimes: [] as number[],
  watchKeys: () => watchKeys(),
  pasteFile: (name: string, type: string) => paste({}, new File(['picture'], name, { type })),
};
export type Room = typeof room;
Object.assign(window, { room });

const root = createRoot(document.getElementById('studio') as HTMLElement);
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: 'en', messages: {} });

function show(field: Field): void {
  Object.assign(room, { value: field.value, changes: 0, uploaded: [], opened: [] });
  document.documentElement.dir = field.direction ?? 'ltr';
  // At once, so that nobody takes the editor that was there before for this one.
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <UiProvider>
          <main>
            <h1 id="label">Body</h1>
            <Suspense>
              <Held key={Math.random()} {...field} />
            </Suspense>
          </main>
        </UiProvider>
      </I18nProvider>,
    ),
  );
}

function Held({ value: first, cards = {}, picks = [], uploads, isHeld = false, invalid, ...field }: Field): ReactNode {
  const [value, setValue] = useState(first);
  const [isFull, setFull] = useState(false);
  const [left] = useState(() => ({ picks: [...picks], uploads: [...(uploads ?? [])] }));
  room.give = setValue;
  const props: RichTextEditorProps = {
    ...field,
    value,
    labelledBy: 'label',
    locale: field.direction === 'rtl' ? 'ar' : 'en',
    direction: field.direction ?? 'ltr',
    isInvalid: invalid,
    full: { isFull, change: setFull, saveState: 'Saved' },
    describe: ({ id }) => Promise.resolve(cards[id] ?? null),
    find: async (words, kinds) =>
      Object.entries(cards)
        .filter(([, { title }]) => kinds.includes('entry') && title.toLowerCase().includes(words.toLowerCase()))
        .map(([id, card]) => ({ link: { type: 'entry', id }, card })),
    pick: async () => left.picks.shift() ?? null,
    open: (link) => room.opened.push(link),
    upload:
      uploads &&
      (async (files, progress) => {
        const halfWay = new Promise<void>((resolve) => {
          room.goOn = resolve;
        });
        for (const index of files.keys()) progress(index, 0.5);
        if (isHeld) await halfWay;
        room.uploaded.push(...files.map(({ file, alt }) => (alt === '' ? file.name : `${file.name}: ${alt}`)));
        if (left.uploads.length < files.length) throw new Error('The disk is full.');
        return left.uploads.splice(0, files.length);
      }),
    onChange: (changed) => {
      room.value = changed;
      room.changes++;
      setValue(changed);
    },
  };
  return <RichTextEditor {...props} />;
}

function paste(data: Readonly<Record<string, string>>, file?: File): void {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
  if (file !== undefined) clipboardData.items.add(file);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('.ProseMirror')?.dispatchEvent(event);
}

/** Notes how long after each key the browser paints. */
function watchKeys(): void {
  room.keyTimes = [];
  const note = ({ timeStamp }: KeyboardEvent) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => room.keyTimes.push(performance.now() - timeStamp);
    // A message of a frame comes after its picture.
    requestAnimationFrame(() => channel.port2.postMessage(null));
  };
  document.querySelector('.ProseMirror')?.addEventListener('keydown', (event) => note(event as KeyboardEvent));
}
