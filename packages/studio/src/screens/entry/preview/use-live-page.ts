/**
 * The page of a site in a frame, and what Studio and the page say to each other (`page-script/messages.ts`). Invariant: Studio hears the
 * window in its own frame alone, under the origin of the preview address, and speaks to no other.
 */
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { FromPage, FromStudio, KnownText, Place } from '../../../page-script/messages.ts';
import { useDebouncedCallback } from '../../../ui/index.ts';
import { heardMessage } from './heard-message.ts';
import { renewedAddress } from './page-address.ts';
import type { EntryPreview } from './preview-query.ts';
import { type Silence, whySilent } from './why-silent.ts';

/** A page that takes part says so while it loads. */
const PATIENCE_MS = 2_000;
/** What the frame looks at its document for until it is there. */
const LOOKED_EVERY_MS = 20;

/**
 * `live`: the page takes part. `blocked`: the browser refused where it led. Or it
 * was loaded, says nothing, and this is why: loaded anew, it goes on being so until it speaks.
 */
export type PageState = 'loading' | 'live' | 'blocked' | Silence;

export interface LivePage {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Of the frame; null until there is an address. */
  readonly src: string | null;
  readonly state: PageState;
  /** Status of HTTP with which the site answered last, where that was no page; 0 without an answer. */
  readonly failure: number | null;
  /** Ids of the entries that the page names. */
  readonly entries: readonly string[];
  /** The frame was loaded. */
  onLoad(): void;
  reload(): void;
  /** Outlines a place in the page. */
  select(place: Place | null): void;
}

interface LivePageParts {
  /** Where the page is now, and what it reads with. */
  readonly preview: EntryPreview | undefined;
  /** Which page it is: another one is loaded anew. */
  readonly page: string;
  readonly browse: boolean;
  /** The texts that stand in it. @param entries ids of the entries that it names */
  texts(entries: readonly string[]): readonly KnownText[];
  onSelect(place: Place): void;
}

interface Shown {
  readonly page: string;
  readonly preview: EntryPreview;
}

export function useLivePage({ preview, page, browse, texts, onSelect }: LivePageParts): LivePage {
  const frame = useRef<HTMLIFrameElement>(null);
  /** What the frame was loaded with, or the page was told of last. */
  const shown = useRef<Shown | null>(null);
  /** Address of the page that takes part. */
  const address = useRef<string | null>(null);
  const [src, setSrc] = useState<string | null>(null);
  const [state, setState] = useState<PageState>('loading');
  const [failure, setFailure] = useState<number | null>(null);
  const [entries, setEntries] = useState<readonly string[]>([]);

  const say = useCallback((message: FromStudio) => {
    const url = shown.current?.preview.url;
    if (address.current !== null && url != null) siteIn(frame.current)?.postMessage(message, new URL(url).origin);
  }, []);

  const load = useCallback((next: Shown) => {
    const isSame = shown.current?.page === next.page;
    setState((now) => (isSame && now !== 'live' ? now : 'loading'));
    shown.current = next;
    address.current = null;
    setFailure(null);
    setSrc(next.preview.frame_url === null ? null : `/studio/${next.preview.frame_url}`);
  }, []);

  /** The page shows what is there now. */
  const bringUpToDate = useEffectEvent(() => {
    const now = shown.current;
    if (preview === undefined || preview.url === null) return;
    const next = { page, preview };
    if (now === null || now.page !== page) return load(next);
    if (now.preview.token === preview.token) return;
    // What loads now is told once it has said hello.
    if (address.current === null) {
      if (state !== 'loading') load(next);
      return;
    }
    shown.current = next;
    say({ lectern: 'texts', texts: texts(entries) });
    const url = renewedAddress(address.current, now.preview, preview);
    say({ lectern: 'refresh', revision: preview.revision, url });
  });

  const hear = useEffectEvent((message: FromPage) => {
    if ('url' in message) address.current = message.url;
    if (message.lectern === 'hello') {
      setState('live');
      say({ lectern: 'hello', texts: texts([]), browse });
      bringUpToDate();
    } else if (message.lectern === 'ready') {
      setEntries(message.entries);
      say({ lectern: 'texts', texts: texts(message.entries) });
    } else if (message.lectern === 'refreshed') setFailure(message.ok ? null : message.status);
    else if (message.lectern === 'select') onSelect(message);
  });

  useEffect(() => listenTo(frame, () => shown.current?.preview.url ?? null, hear), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads them, and is called when one of them changes
  useEffect(() => bringUpToDate(), [preview, page, state]);
  useEffect(() => say({ lectern: 'mode', browse }), [say, browse]);
  useEffect(() => (src === null ? undefined : onRefusal(frame, () => setState('blocked'))), [src]);

  const giveUp = useSilence({ frame, shown, address }, setState);
  const reload = useCallback(() => {
    shown.current = null;
    setSrc(null);
  }, []);
  const select = useCallback((place: Place | null) => say({ lectern: 'select', place }), [say]);
  return { frame, src, state, failure, entries, onLoad: giveUp, reload, select };
}

interface PageParts {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly shown: RefObject<Shown | null>;
  readonly address: RefObject<string | null>;
}

/** @returns to be called where the frame was loaded: finds out why the page in it says nothing, if it does not soon */
function useSilence({ frame, shown, address }: PageParts, setState: Dispatch<SetStateAction<PageState>>): () => void {
  return useDebouncedCallback(async () => {
    const [around, now] = [frame.current, shown.current];
    if (around === null || now === null || now.preview.url === null || address.current !== null) return;
    const silence = await whySilent(around, now.preview.url);
    // It was loaded anew meanwhile, has spoken, or the browser has said why it is not there.
    if (frame.current === around && address.current === null) setState((then) => (then === 'blocked' ? then : silence));
  }, PATIENCE_MS);
}

/** The window of the site: it stands in a page of this service, which stands in the frame. */
function siteIn(frame: HTMLIFrameElement | null): Window | null {
  return frame?.contentWindow?.[0] ?? null;
}

/** Hears the site in a frame. @param url of its page */
function listenTo(
  frame: RefObject<HTMLIFrameElement | null>,
  url: () => string | null,
  hear: (message: FromPage) => void,
): () => void {
  const listener = ({ source, origin, data }: MessageEvent) => {
    const page = url();
    if (page === null || source === null || source !== siteIn(frame.current) || origin !== new URL(page).origin) return;
    const message = heardMessage(data);
    if (message !== null) hear(message);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** Calls back where the browser refuses the address that the page leads to. The page of this service in the frame is told. */
function onRefusal(frame: RefObject<HTMLIFrameElement | null>, refused: () => void): () => void {
  const timer = setInterval(() => {
    const inside = frame.current?.contentDocument;
    // A frame has an empty document until its own begins to load.
    if (inside == null || inside.URL === 'about:blank') return;
    clearInterval(timer);
    inside.addEventListener('securitypolicyviolation', refused);
  }, LOOKED_EVERY_MS);
  return () => clearInterval(timer);
}
