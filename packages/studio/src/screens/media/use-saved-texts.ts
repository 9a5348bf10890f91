/** What becomes of the texts of a file that are typed: when they are saved, what they are kept as, and who is asked. */
import { useEffect, useRef, useState } from 'react';
import { sameJson } from '../../../../contract/src/same-json.ts';
import { api, bodyOf } from '../../api/client.ts';
import { isVersionConflict } from '../../api/if-match.ts';
import type { Asset } from '../../api/types.ts';
import { backoffMs } from '../../drafts/backoff.ts';
import type { Edit } from '../../drafts/types.ts';
import type { KeptWork } from '../../frame/use-edit.ts';

const SAVE_AFTER_MS = 1_000;

export type TextName = 'title' | 'alt' | 'description';
/** What was typed and not acknowledged, by name and locale. */
export type Typed = Readonly<Partial<Record<TextName, Readonly<Record<string, string>>>>>;
export const NOTHING: Typed = {};

export interface SavedTexts {
  readonly asset: Asset;
  /** The device has told what it keeps. */
  readonly edit: KeptWork<Typed>;
  readonly onSaved: (asset: Asset) => Promise<void>;
}

export interface Failure {
  readonly message: string;
  /** How often it failed in a row. */
  readonly times: number;
}

/**
 * Saves what is typed, one request at a time, until the server has it; meanwhile the device keeps it. Where somebody else
 * has written the same text, the person is asked; other changes of the file stay as they are.
 */
export function useSavedTexts({ asset, edit, onSaved }: SavedTexts) {
  const { kept = null, keep } = edit;
  const [found, setFound] = useState(kept !== null && isOvertaken(kept, asset) ? kept : null);
  const [typed, setTyped] = useState<Typed>(kept === null || found !== null ? NOTHING : kept.mine);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What is not acknowledged and what it was typed over, also when nothing shows it any more. */
  const latest = useRef<Edit<Typed>>({ mine: typed, base: under(typed, asset) });
  /** The file as the server told of it last. */
  const known = useRef(asset);
  const isSaving = useRef(false);
  useEffect(() => {
    if (asset.version > known.current.version) known.current = asset;
  }, [asset]);

  const put = (next: Edit<Typed>) => {
    latest.current = next;
    setTyped(next.mine);
    keep(isNothing(next.mine) ? null : next);
  };
  const learn = async (stored: Asset) => {
    known.current = stored;
    await onSaved(stored);
  };
  /** The device goes on keeping it until the person has decided. */
  const ask = () => {
    setFound({ ...latest.current, at: Date.now() });
    latest.current = { mine: NOTHING, base: NOTHING };
    setTyped(NOTHING);
  };
  const save = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (!isNothing(latest.current.mine)) {
        if (isOvertaken(latest.current, known.current)) {
          ask();
          break;
        }
        const { mine: sent } = latest.current;
        const saved = await changed(known.current, sent);
        if (saved === null) {
          await learn(await bodyOf(api.GET('/media/{asset_id}', { params: { path: { asset_id: asset.id } } })));
          continue;
        }
        const left = without(latest.current.mine, sent);
        put({ mine: left, base: under(left, saved) });
        setFailure(null);
        await learn(saved);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setFailure((before) => ({ message, times: (before?.times ?? 0) + 1 }));
    }
    isSaving.current = false;
  };
  useSavedSoon(typed, failure, () => void save());
  const decide = (mine: Typed) => {
    setFound(null);
    put({ mine, base: under(mine, known.current) });
  };
  const type = (name: TextName, locale: string, value: string) => {
    setFailure(null);
    const { mine, base } = latest.current;
    const over = base[name]?.[locale] ?? known.current[name][locale] ?? '';
    put({ mine: withText(mine, name, locale, value), base: withText(base, name, locale, over) });
  };
  return { typed, type, failure, found, decide };
}

/** Saves a while after the last key, later with each failure in a row, and when the drawer closes. */
function useSavedSoon(typed: Typed, failure: Failure | null, save: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what was typed starts the wait anew, and so does a failure
  useEffect(() => {
    if (isNothing(typed)) return;
    const timer = setTimeout(save, failure === null ? SAVE_AFTER_MS : backoffMs(failure.times));
    return () => clearTimeout(timer);
  }, [typed, failure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the drawer closes
  useEffect(() => save, []);
}

/** Changes texts of a file and gives it as it is then; null where it is no longer of the version that is known. */
async function changed({ id, version }: Asset, texts: Typed): Promise<Asset | null> {
  const body = { ...patchOf(texts), version };
  try {
    return await bodyOf(api.PATCH('/media/{asset_id}', { params: { path: { asset_id: id } }, body }));
  } catch (error) {
    if (isVersionConflict(error)) return null;
    throw error;
  }
}

function withText(texts: Typed, name: TextName, locale: string, value: string): Typed {
  return { ...texts, [name]: { ...texts[name], [locale]: value } };
}

/** Whether somebody has changed what an edit was written over, and not to the same. */
function isOvertaken({ mine, base }: Edit<Typed>, asset: Asset): boolean {
  const now = under(mine, asset);
  return !sameJson(now, base) && !sameJson(now, mine);
}

/** What the file says where something was typed. */
function under(typed: Typed, asset: Asset): Typed {
  const byName = Object.entries(typed).map(([name, texts]) => {
    const stored = asset[name as TextName];
    return [name, Object.fromEntries(Object.keys(texts).map((locale) => [locale, stored[locale] ?? '']))];
  });
  return Object.fromEntries(byName);
}

export function isNothing(typed: Typed): boolean {
  return Object.keys(typed).length === 0;
}

/** The request: an emptied text is removed. */
function patchOf(typed: Typed): Partial<Record<TextName, Record<string, string | null>>> {
  const byName = Object.entries(typed).map(([name, texts]) => {
    const values = Object.entries(texts).map(([locale, text]) => [locale, text === '' ? null : text]);
    return [name, Object.fromEntries(values)];
  });
  return Object.fromEntries(byName);
}

/** What is left of what was typed once some of it is saved. */
function without(typed: Typed, saved: Typed): Typed {
  const left = Object.entries(typed).map(([name, texts]) => {
    const sent = saved[name as TextName] ?? {};
    return [name, Object.fromEntries(Object.entries(texts).filter(([locale, text]) => sent[locale] !== text))];
  });
  return Object.fromEntries(left.filter(([, texts]) => Object.keys(texts as object).length > 0));
}
