/** Offers field types in groups, each with a sentence on what it is for. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import { traits } from '../../fields/traits.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { Group, Select, Stack, Text } from '../../ui/index.ts';
import { fieldKinds, groupNames } from './field-kinds.ts';
import { findsKind, type NamedKind } from './find-kind.ts';

const ICON_SIZE = 16;
const BESIDE_NAME = { flex: 'none', marginBlockStart: 3 };
/** High enough to see that there are groups. */
const LIST_HEIGHT = 340;

interface FieldTypeSelectProperties {
  readonly label: string;
  readonly types: readonly FieldTypeName[];
  readonly value: FieldTypeName;
  readonly onChange: (type: FieldTypeName) => void;
}

export function FieldTypeSelect({ label, types, value, onChange }: FieldTypeSelectProperties): ReactNode {
  const { i18n } = useLingui();
  const named = (type: FieldTypeName) => ({ name: i18n._(traits[type].name), about: i18n._(fieldKinds[type].about) });
  const groupsOf = (offered: readonly FieldTypeName[]) =>
    Object.entries(groupNames).flatMap(([group, name]) => {
      const items = (Object.keys(fieldKinds) as FieldTypeName[])
        .filter((type) => fieldKinds[type].group === group && offered.includes(type))
        .map((type) => ({ value: type, label: named(type).name }));
      return items.length === 0 ? [] : [{ group: i18n._(name), items }];
    });
  const ChosenIcon = fieldKinds[value].icon;
  return (
    <Select
      label={label}
      description={named(value).about}
      data={groupsOf(types)}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as FieldTypeName)}
      filter={({ search }) => {
        const finds = findsKind(search, types.map(named));
        return groupsOf(types.filter((type) => finds(named(type))));
      }}
      renderOption={({ option, checked }) => {
        const type = option.value as FieldTypeName;
        return <Kind type={type} {...named(type)} isChosen={checked === true} />;
      }}
      leftSection={<ChosenIcon size={ICON_SIZE} aria-hidden />}
      // The list itself scrolls, which arrow keys do; one around its options would have to be reached by Tab.
      withScrollArea={false}
      styles={{ options: { maxHeight: LIST_HEIGHT, overflowY: 'auto' } }}
      allowDeselect={false}
      searchable
    />
  );
}

interface KindProperties extends NamedKind {
  readonly type: FieldTypeName;
  readonly isChosen: boolean;
}

function Kind({ type, name, about, isChosen }: KindProperties): ReactNode {
  const Icon = fieldKinds[type].icon;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" flex={1}>
      <Icon size={ICON_SIZE} aria-hidden style={BESIDE_NAME} />
      <Stack gap={0} flex={1}>
        <span>{name}</span>
        <Text size="xs" c="inherit">
          {about}
        </Text>
      </Stack>
      {isChosen && <CheckIcon size={ICON_SIZE} aria-hidden style={BESIDE_NAME} />}
    </Group>
  );
}
