/** A choice where the model lists what there can be: side by side where that is short, else in a list. */
import type { ReactNode } from 'react';
import { Choices } from './choices.tsx';
import type { InputProps } from './field-type.ts';
import { SideBySide } from './side-by-side.tsx';

/** Side by side, choices are seen without a click. */
const SIDE_BY_SIDE_MOST = 5;
/** Of all of them together, with the room between two counted as characters: they fit beside the form too. */
const SIDE_BY_SIDE_CHARACTERS_MAX = 30;
const ROOM_CHARACTERS = 3;
/** A list of choices longer than this can be searched. */
const SEARCHABLE_FROM = 9;

interface OneOfProperties extends Omit<InputProps, 'value' | 'fallback' | 'onChange'> {
  readonly listed: readonly string[];
  /** Empty where there is none. */
  readonly value: string;
  readonly placeholder: string;
  onChange(value: string | undefined): void;
}

export function OneOf(properties: OneOfProperties): ReactNode {
  const { id, describedBy, listed, value, placeholder, invalid, readOnly, onChange } = properties;
  // A value that the model no longer lists stays, and can be seen.
  const choices = value === '' || listed.includes(value) ? [...listed] : [value, ...listed];
  const characters = choices.reduce((sum, choice) => sum + choice.length + ROOM_CHARACTERS, 0);
  if (choices.length > SIDE_BY_SIDE_MOST || characters > SIDE_BY_SIDE_CHARACTERS_MAX)
    return (
      <Choices
        id={id}
        aria-describedby={describedBy}
        data={choices}
        value={value === '' ? null : value}
        placeholder={placeholder}
        searchable={choices.length >= SEARCHABLE_FROM}
        clearable
        clearSectionMode="rightSection"
        error={invalid}
        readOnly={readOnly}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    );
  return <SideBySide {...properties} answers={choices.map((choice) => ({ value: choice, label: choice }))} />;
}
