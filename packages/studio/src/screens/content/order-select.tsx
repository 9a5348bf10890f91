/** The order of a list that has no heads of columns to press. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Select } from '../../ui/index.ts';
import type { FiltersProperties } from './filter-dropdown.tsx';

const WIDTH = 160;

interface OrderSelectProperties extends FiltersProperties {
  /** Whether it stands below its name, as wide as there is room. */
  readonly isWide?: boolean;
}

export function OrderSelect({ search, type, change, isWide = false }: OrderSelectProperties): ReactNode {
  const { t } = useLingui();
  const title = type?.display_field;
  const data = [
    { value: '-updated_at', label: t`Last changed` },
    { value: '-created_at', label: t`Newest first` },
    { value: 'created_at', label: t`Oldest first` },
    { value: '-published_at', label: t`Recently published` },
    ...(title == null ? [] : [{ value: title, label: t({ message: 'Title', comment: 'An order: by title' }) }]),
  ];
  const asked = search.order ?? '-updated_at';
  // An address may ask for any other order.
  if (!data.some(({ value }) => value === asked)) data.push({ value: asked, label: asked });
  return (
    <Select
      {...(isWide ? { label: t`Order` } : { 'aria-label': t`Order`, w: WIDTH })}
      data={data}
      value={asked}
      onChange={(order) => change({ order: order === '-updated_at' ? undefined : (order ?? undefined) })}
      allowDeselect={false}
    />
  );
}
