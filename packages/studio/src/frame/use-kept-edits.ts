/** Work on files and content types that this device keeps because the server has not got it. */
import { useQuery } from '@tanstack/react-query';
import type { EntryAddress } from '../drafts/types.ts';
import { useDrafts } from './use-drafts.ts';

/** What begins the ids of files. */
const FILE = 'ast_';

/** What an edit is of. */
export function kindOfEdit({ key }: EntryAddress): 'file' | 'type' {
  return key.startsWith(FILE) ? 'file' : 'type';
}

const LOOK_EVERY_MS = 2_000;
/** What was written later than this is just being saved, in all likelihood. */
const SAVED_AFTER_MS = 2_000;

export interface KeptWorkAddress {
  readonly kind: 'file' | 'type';
  /** Its key is the id of the file or type. */
  readonly address: EntryAddress;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** That of this tab and of those that are gone. @param shown what the screen shows; it is looked anew when that changes */
export function useKeptEdits(shown?: string): readonly KeptWorkAddress[] {
  const { edits } = useDrafts();
  const { data = [] } = useQuery({
    queryKey: ['kept-edits', shown],
    queryFn: async () => {
      const kept = (await edits.kept()).filter(({ at }) => Date.now() - at > SAVED_AFTER_MS);
      return kept.map((one) => ({
        ...one,
        kind: kindOfEdit(one.address),
      }));
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });
  return data;
}
