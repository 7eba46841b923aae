// A choice of one of some options.
import type { ReactElement } from 'react';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ChoiceOption[];
  readonly onChange: (value: string) => void;
}

/** Renders the choice with its label in the same line. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps): ReactElement => (
  <label className="choice-line">
    <span>{label}</span>
    <select
      className="input"
      value={value}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
