/** The filters of a list as pills, each with a button that takes it away. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { operatorWords } from '../../fields/operator-words.ts';
import { Group, Pill } from '../../ui/index.ts';
import { fieldFiltersIn } from './field-filter-params.ts';
import type { FiltersProperties } from './filter-dropdown.tsx';
import { useFilters } from './use-filters.ts';

export function Pills({ type, search, change }: FiltersProperties): ReactNode {
  const { t, i18n } = useLingui();
  const active = useFilters(search).filter(({ parameter }) => search[parameter] !== undefined);
  const byField = type === undefined ? [] : fieldFiltersIn(search, type);
  return (
    <Group gap="xs">
      {active.map(({ parameter, name, choices }) => {
        const chosen = search[parameter]?.split(',') ?? [];
        const words = chosen
          .map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
          .join(', ');
        return (
          <Pill
            key={parameter}
            size="md"
            withRemoveButton
            onRemove={() => change({ [parameter]: undefined })}
            removeButtonProps={{ 'aria-label': t`Remove filter ${name}`, tabIndex: 0, 'aria-hidden': false }}
          >
            {name}: {words}
          </Pill>
        );
      })}
      {byField.map(({ parameter, field, operator, value }) => (
        <Pill
          key={parameter}
          size="md"
          withRemoveButton
          onRemove={() => change({ [parameter]: undefined })}
          removeButtonProps={{ 'aria-label': t`Remove filter ${field.name}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {field.name} {i18n._(operatorWords[operator])} {value}
        </Pill>
      ))}
    </Group>
  );
}
