/** Asks for a language that content is written in: by its name, or by its code as a BCP 47 tag. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Autocomplete, Group, Text } from '../ui/index.ts';
import { languageCode, languageName, languagesFor, type NamedLanguage } from './language-names.ts';

/** The list itself scrolls, so that nothing around it needs the focus for that. */
const LIST = { maxHeight: 220, overflowY: 'auto' } as const;

interface LanguageInputProperties {
  /** Path of the code in the body of the request, and the name under which the form holds it. */
  readonly path: string;
  readonly label: string;
  /** What else is to be known of it. */
  readonly about?: ReactNode;
  /** The code that it starts with; '' for none. */
  readonly start: string;
  /** Is told the name of the language that is chosen; null while there is none. */
  readonly onName?: (name: string | null) => void;
  readonly autoFocus?: boolean;
}

export function LanguageInput({ path, label, about, start, onName, autoFocus }: LanguageInputProperties): ReactNode {
  const { i18n } = useLingui();
  const studio = i18n.locale;
  const [text, setText] = useState(() => languageName(start, studio) ?? start);
  // Kept apart from the text: what was stored before may be a code that no name leads back to.
  const [code, setCode] = useState(start);
  const take = (typed: string) => {
    const next = languageCode(typed, studio);
    setText(typed);
    setCode(next);
    onName?.(languageName(next, studio));
  };
  const name = languageName(code, studio);
  const isNamed = name !== null;
  // What was chosen before does not narrow the list in which another one is looked for.
  const [isTyped, setIsTyped] = useState(false);
  const options = languagesFor(isTyped ? text : '', studio);
  return (
    <>
      <Autocomplete
        label={label}
        description={
          <>
            {about}{' '}
            {isNamed ? <Trans>Its code is {code}.</Trans> : <Trans>Type its name, or a code such as de-AT.</Trans>}
          </>
        }
        value={text}
        onChange={take}
        onInput={() => setIsTyped(true)}
        onOptionSubmit={() => setIsTyped(false)}
        onBlur={() => {
          // "Germ" is German to whoever goes on to the next input. Nothing is no language.
          if (isTyped && !isNamed && text.trim() !== '' && options[0] !== undefined) take(options[0].name);
        }}
        data={options.map(({ code: value, name: called }) => ({ value, label: called }))}
        filter={({ options }) => options}
        renderOption={({ option }) => <Option {...options.find((one) => one.code === option.value)} />}
        data-path={path}
        maxLength={100}
        required
        openOnFocus={false}
        withScrollArea={false}
        styles={{ options: LIST }}
        selectFirstOptionOnChange
        attributes={{ input: { dir: 'auto' } }}
        {...(autoFocus === true ? { 'data-autofocus': true } : {})}
      />
      <input type="hidden" name={path} value={code} />
    </>
  );
}

function Option({ code, name }: Partial<NamedLanguage>): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" flex={1}>
      <span>{name}</span>
      {code !== name && (
        <Text size="xs" c="inherit">
          {code}
        </Text>
      )}
    </Group>
  );
}
