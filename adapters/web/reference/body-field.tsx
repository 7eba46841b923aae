// An editor for the JSON body of a call.
import { useId, type ReactElement } from 'react';

interface BodyFieldProps {
  readonly value: string;
  /** Why the body can't be sent. */
  readonly issue: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Most lines that the editor is high. */
const mostLines = 16;

/** Renders the editor. */
export const BodyField = ({ value, issue, onChange }: BodyFieldProps): ReactElement => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Body <span className="hint">JSON</span>
      </label>
      <textarea
        id={id}
        rows={Math.min(value.split('\n').length, mostLines)}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={issue !== undefined}
        aria-describedby={`${id}-issue`}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <p id={`${id}-issue`} role="status" className="error">
        {issue}
      </p>
    </div>
  );
};
