/** A form that says itself what is missing in it: a browser would, in its own language and in a bubble that goes by itself. */
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface FormProperties extends Omit<ComponentProps<'form'>, 'noValidate' | 'onInput' | 'onSubmit'> {
  /** Is called once all that is asked for is there. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** An input with a `pattern` says in `data-advice` what fits. */
export function Form({ onSubmit, children, ...form }: FormProperties): ReactNode {
  const [wrong, setWrong] = useState<readonly Control[]>([]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const found = [...event.currentTarget.elements].filter(isWrong);
    setWrong(found);
    if (found.length === 0) return onSubmit(event);
    event.preventDefault();
    found[0]?.focus();
  };
  return (
    <form
      {...form}
      noValidate
      onSubmit={send}
      onInput={({ target }) => setWrong((now) => (now.length === 0 ? now : now.filter((one) => one !== target)))}
    >
      {children}
      {wrong.map((control) => (
        <Fault key={control.name + control.id} control={control} />
      ))}
    </form>
  );
}

function isWrong(element: Element): element is Control {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isControl && element.willValidate && !element.validity.valid;
}

/** Stands below its input, where the component library has errors too. */
function Fault({ control }: { readonly control: Control }): ReactNode {
  const id = useId();
  const words = useWords(control);
  useEffect(() => {
    const described = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`);
    return () => {
      control.removeAttribute('aria-invalid');
      if (described === null) control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', described);
    };
  }, [control, id]);
  const place = control.closest('[class*="InputWrapper-root"]') ?? control.parentElement;
  return (
    place !== null &&
    createPortal(
      <Text size="xs" c="error" mt={4} id={id}>
        {words}
      </Text>,
      place,
    )
  );
}

function useWords(control: Control): string {
  const { t } = useLingui();
  const { validity, type, dataset } = control;
  if (validity.valueMissing) return t`Fill this in.`;
  if (validity.typeMismatch && type === 'email') return t`Enter an e-mail address, such as ada@example.com.`;
  if (validity.tooShort && 'minLength' in control) return t`Use at least ${control.minLength} characters.`;
  return dataset.advice ?? t`This value is not valid here.`;
}
