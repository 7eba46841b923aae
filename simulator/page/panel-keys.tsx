// The buttons of the virtual panel.
import type { ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Button } from '../../adapters/web/console/ui/button.js';
import { TextField } from '../../adapters/web/console/ui/text-field.js';
import type { PanelGroup } from './panel-group.js';
import { variablePath } from './panel-layout.js';
import type { Features, ShownStudio } from './shown-studio.js';

/** What was entered for variables, by their names. */
export type Entered = Readonly<Record<string, string>>;

/** Is called with the path of the button that was pressed. */
export type OnKey = (label: string, path: string) => void;

interface GroupProps {
  readonly group: PanelGroup;
  readonly features: Features;
  readonly onKey: OnKey;
}

const SwitchedOff = ({ isOff }: { readonly isOff: boolean }): ReactElement | null =>
  isOff ? <Badge tone="warn">switched off</Badge> : null;

const Group = ({ group: { title, feedback, feature, buttons }, features, onKey }: GroupProps): ReactElement => {
  const isOff = !features[feature].control;
  return (
    <section className={isOff ? 'keys off' : 'keys'} aria-label={`Panel: ${title}`}>
      <h3>{title}</h3>
      <span className="keys-feedback">
        <SwitchedOff isOff={isOff} /> {feedback}
      </span>
      <div className="keys-buttons">
        {buttons.map(({ label, path, isLit = false }) => (
          <Button
            key={path}
            look={isLit ? 'primary' : 'plain'}
            aria-label={`${title}: ${label}`}
            aria-pressed={isLit}
            onPress={() => {
              onKey(`${title}: ${label}`, path);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
};

type Variable = NonNullable<ShownStudio['service']>['variables'][number];

interface VariableProps {
  readonly variable: Variable;
  readonly text: string;
  readonly onEnter: (name: string, text: string) => void;
  readonly onKey: OnKey;
}

const VariableKey = ({ variable: { name, value }, text, onEnter, onKey }: VariableProps): ReactElement => (
  <div className="keys-variable">
    <TextField
      label={`Value of ${name}`}
      value={text}
      placeholder={String(value ?? '')}
      onChange={(changed) => {
        onEnter(name, changed);
      }}
    />
    <Button
      aria-label={`Set ${name}`}
      onPress={() => {
        onKey(`Set ${name}`, variablePath(name, text));
      }}
    >
      Set
    </Button>
  </div>
);

interface KeysProps {
  readonly groups: readonly PanelGroup[];
  readonly variables: readonly Variable[];
  readonly features: Features;
  readonly entered: Entered;
  readonly onEnter: (name: string, text: string) => void;
  readonly onKey: OnKey;
}

/** Renders the buttons. Those of a feature that is switched off stay, so that its error can be tried. */
export const PanelKeys = ({ groups, variables, features, entered, onEnter, onKey }: KeysProps): ReactElement => (
  <div className="panel-keys">
    {groups.map((group) => (
      <Group key={group.key} group={group} features={features} onKey={onKey} />
    ))}
    <section className={features.variables.control ? 'keys' : 'keys off'} aria-label="Panel: Variables">
      <h3>Variables</h3>
      <span className="keys-feedback">
        <SwitchedOff isOff={!features.variables.control} />
      </span>
      <div className="keys-buttons">
        {variables.map((variable) => (
          <VariableKey
            key={variable.id}
            variable={variable}
            text={entered[variable.name] ?? ''}
            onEnter={onEnter}
            onKey={onKey}
          />
        ))}
      </div>
    </section>
  </div>
);
