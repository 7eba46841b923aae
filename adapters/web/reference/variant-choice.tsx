// The variants of a call: JSON or its plain-text twin, GET or POST.
import { useId, type ReactElement } from 'react';
import type { Draft } from './call.js';
import type { Route } from './routes.js';

interface ChoiceProps<A extends string> {
  readonly label: string;
  readonly value: A;
  readonly options: readonly A[];
  readonly onChange: (value: A) => void;
}

const Radios = <A extends string>({ label, value, options, onChange }: ChoiceProps<A>): ReactElement => {
  const name = useId();
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => {
              onChange(option);
            }}
          />{' '}
          {option}
        </label>
      ))}
    </fieldset>
  );
};

type Variant = Pick<Draft, 'isPlain' | 'method'>;

/** Renders the choices that a route has. */
export const VariantChoice = ({
  route,
  value,
  onChange,
}: {
  readonly route: Route;
  readonly value: Variant;
  readonly onChange: (value: Variant) => void;
}): ReactElement => (
  <div className="variants">
    {route.plainPath !== undefined && (
      <Radios
        label="Answer"
        options={['JSON', 'Plain text']}
        value={value.isPlain ? 'Plain text' : 'JSON'}
        onChange={(form) => {
          onChange({ ...value, isPlain: form === 'Plain text' });
        }}
      />
    )}
    {route.methods.length > 1 && (
      <Radios
        label="Method"
        options={route.methods}
        value={value.method}
        onChange={(method) => {
          onChange({ ...value, method });
        }}
      />
    )}
  </div>
);
