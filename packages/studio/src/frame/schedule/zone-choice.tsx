/** The time zone of a time: the person's own first, then those that the space has used, then all. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usedZonesQuery } from '../../api/releases.ts';
import { Select } from '../../ui/index.ts';
import { usePlace } from '../use-place.ts';
import { ownZone } from './own-zone.ts';

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
  const mine = [own];
  const others = [...new Set([...used, zone])].filter((name) => name !== own);
  const rest = allZones().filter((name) => name !== own && !others.includes(name));
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      data-path="time_zone"
      data={[
        { group: t`Your time zone`, items: mine.map(asOption) },
        { group: t`Used in this space`, items: others.map(asOption) },
        { group: t`All time zones`, items: rest.map(asOption) },
      ].filter(({ items }) => items.length > 0)}
      value={zone}
      onChange={(name) => name !== null && onChange(name)}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t`No time zone is called that.`}
      maxDropdownHeight={LIST_HEIGHT_PIXELS}
    />
  );
}

function asOption(name: string) {
  return { value: name, label: name.replaceAll('_', ' ') };
}

/** Those that this browser knows; some leave UTC out. */
function allZones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}
