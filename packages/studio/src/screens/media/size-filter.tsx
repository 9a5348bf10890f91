/** Narrows the files to those of some size. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SearchParams } from '../../frame/search-params.ts';
import { sizeWords } from '../../frame/size-words.ts';
import { Select } from '../../ui/index.ts';

/** What the API calls the smallest and the largest size, in bytes. */
const LEAST = 'size[gte]';
const MOST = 'size[lte]';
export const SIZE_PARAMS: readonly string[] = [LEAST, MOST];

/** Where one choice ends and the next one begins. */
const STEPS = [100_000, 1_000_000, 10_000_000] as const;

interface SizeFilterProperties {
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** Whether it is as wide as there is room. */
  readonly isWide: boolean;
}

export function SizeFilter({ search, change, isWide }: SizeFilterProperties): ReactNode {
  const { t } = useLingui();
  const words = useRangeWords();
  const asked = `${search[LEAST] ?? ''}-${search[MOST] ?? ''}`;
  const [small, middle, large] = STEPS;
  const ranges = [`-${small}`, `${small}-${middle}`, `${middle}-${large}`, `${large}-`];
  // An address may ask for any other size.
  const shown = asked === '-' || ranges.includes(asked) ? ranges : [...ranges, asked];
  return (
    <Select
      aria-label={t`Size`}
      placeholder={t`Any size`}
      data={shown.map((value) => ({ value, label: words(value) }))}
      value={asked === '-' ? null : asked}
      onChange={(range) => {
        const [least, most] = range?.split('-') ?? [];
        change({ [LEAST]: least, [MOST]: most });
      }}
      clearable
      w={isWide ? '100%' : 170}
    />
  );
}

function useRangeWords(): (range: string) => string {
  const { t, i18n } = useLingui();
  return (range) => {
    const [least = '', most = ''] = range
      .split('-')
      .map((bytes) => (bytes === '' ? '' : (sizeWords(Number(bytes), i18n.locale) ?? '')));
    if (least === '') return t`up to ${most}`;
    return most === '' ? t`from ${least}` : t`${least} to ${most}`;
  };
}
