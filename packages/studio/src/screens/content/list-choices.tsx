/** What of a list is chosen above its filters on a phone, where there is no room for it beside the search. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useContentTypes } from '../../frame/use-place.ts';
import { SegmentedControl, Select } from '../../ui/index.ts';
import type { FiltersProperties } from './filter-dropdown.tsx';
import type { ListForm } from './list-form.ts';
import { OrderSelect } from './order-select.tsx';

interface ListChoicesProperties extends FiltersProperties {
  readonly form: ListForm;
  /** Takes the `api_id` of the type to list; undefined for all. */
  readonly chooseType: (name: string | undefined) => void;
  readonly show: (form: ListForm) => void;
}

export function ListChoices({ search, type, change, form, chooseType, show }: ListChoicesProperties): ReactNode {
  const { t } = useLingui();
  const types = useContentTypes().map(({ api_id: value, name: label }) => ({ value, label }));
  return (
    <>
      <Select
        label={t`Type`}
        placeholder={t`All types`}
        data={types}
        value={type?.api_id ?? null}
        onChange={(name) => chooseType(name ?? undefined)}
        clearable
        searchable
      />
      <OrderSelect search={search} type={type} change={change} isWide />
      <SegmentedControl
        aria-label={t`Layout`}
        data={[
          { value: 'table', label: t`List` },
          {
            value: 'cards',
            label: t({
              message: 'Cards',
              comment: 'A switch: entries shown as cards with pictures instead of a table',
            }),
          },
        ]}
        value={form}
        onChange={(as) => show(as as ListForm)}
      />
    </>
  );
}
