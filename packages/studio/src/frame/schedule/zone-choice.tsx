/** The time zone of a time: the person's own first, then those that the space has used, then all. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { usedZonesQuery } from '../../api/releases.ts';
import { Select } from '../../ui/index.ts';
import { usePlace } from '../use-place.ts';
import { ownZone } from './own-zone.ts';
import { zoneCity } from './zoned-words.ts';

const LIST_HEIGHT_PIXELS = 260;

interface ZoneChoiceProperties {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
  readonly label: string;
  /** Whether the label is only said, not shown. */
  readonly isBare?: boolean;
}

export function ZoneChoice({ zone, onChange, label, isBare = false }: ZoneChoiceProperties): ReactNode {
  const { t } = useLingui();
  const own = ownZone();
  const used = useQuery(usedZonesQuery(usePlace())).data ?? [];
  const others = [...new Set([...used, zone])].filter((name) => name !== own);
  const rest = allZones().filter((name) => name !== own && !others.includes(name));
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      data-path="time_zone"
      data={[
        { group: t`Your time zone`, items: [asOption(own)] },
        { group: t`Used in this space`, items: others.map(asOption) },
        { group: t`All time zones`, items: rest.map(asOption) },
      ].filter(({ items }) => items.length > 0)}
      value={zone}
      onChange={(name) => name !== null && onChange(name)}
      allowDeselect={false}
      searchable
      filter={citiesFirst}
      nothingFoundMessage={t`No time zone is called that.`}
      maxDropdownHeight={LIST_HEIGHT_PIXELS}
    />
  );
}

/** Cities that begin with what is typed come before those that have it inside: for "tok" Tokyo, then Vostok. */
const citiesFirst: NonNullable<ComponentProps<typeof Select<string>>['filter']> = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  return options.flatMap((option) => {
    if (!('items' in option)) return [];
    const found = option.items.filter(({ label }) => label.toLowerCase().includes(typed));
    const isFirst = ({ label }: { readonly label: string }) => zoneCity(label).toLowerCase().startsWith(typed);
    const items = found.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    return items.length === 0 ? [] : [{ ...option, items }];
  });
};

function asOption(name: string) {
  return { value: name, label: name.replaceAll('_', ' ') };
}

/** Those that this browser knows; some leave UTC out. */
function allZones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}
