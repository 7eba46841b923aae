// A field for one parameter, with the studio's own values as suggestions.
import { useId, type ReactElement } from 'react';
import type { Parameter } from './openapi.js';
import { Inline } from './prose.js';
import type { Choice } from './studio.js';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

const exampleOf = ({ example, schema }: Parameter): string => {
  const value = example ?? schema.examples?.[0] ?? schema.default;
  if (typeof value === 'object') return new URLSearchParams(value as Record<string, string>).toString();
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Renders the field. */
export const ParameterField = ({
  parameter,
  value,
  choices,
  isMissing,
  onChange,
}: ParameterFieldProps): ReactElement => {
  const id = useId();
  const { name, required = false, description = '' } = parameter;
  const example = exampleOf(parameter);
  return (
    <div className="field">
      <label htmlFor={id}>
        <code>{name}</code> {required && <span className="hint">required</span>}
      </label>
      <input
        id={id}
        list={`${id}-choices`}
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder={example === '' ? '' : `e.g. ${example}`}
        aria-invalid={isMissing}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <datalist id={`${id}-choices`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </datalist>
      <p id={`${id}-hint`} className="hint">
        {isMissing ? <span className="error">Enter a value. </span> : null}
        <Inline text={description} />
      </p>
    </div>
  );
};
