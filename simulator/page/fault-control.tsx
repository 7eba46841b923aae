// The fault of a device, behind a button that shows it: which one, for how many commands, and what a panel sees of it.
import { useState, type ReactElement } from 'react';
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { Button } from '../../adapters/web/console/ui/button.js';
import type { DeviceRecord } from '../api/records.js';
import type { InjectedFault } from '../fault.js';
import { faultLabels } from './labels.js';
import { useSteer } from './steering.js';

type PossibleFault = DeviceRecord['faults'][number];

/** The fields of the form, as they were typed. */
interface Draft {
  readonly commands: string;
  readonly delayMs: string;
}

/** Returns the fault of a form. Fields that the fault doesn't have are left out. */
const faultOf = ({ type, limitable, delayed }: PossibleFault, { commands, delayMs }: Draft): InjectedFault =>
  ({
    type,
    ...(limitable && commands !== '' && { commands: Number(commands) }),
    ...(delayed && { delayMs: Number(delayMs) }),
  }) as InjectedFault;

const optionText = ({ type, error }: PossibleFault): string => `${faultLabels[type]} → ${error ?? 'no difference'}`;

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly max: number;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

const NumberField = ({ label, isDisabled, onChange, ...rest }: NumberFieldProps): ReactElement => (
  <input
    {...rest}
    className="input"
    type="number"
    min={1}
    aria-label={label}
    disabled={isDisabled}
    onChange={({ target }) => {
      onChange(target.value);
    }}
  />
);

const remaining = ({ fault }: DeviceRecord): string => {
  if (fault === null) return '';
  return fault.commands === undefined ? 'until it is removed' : `${String(fault.commands)} left`;
};

interface FieldsProps {
  readonly name: string;
  readonly active: PossibleFault | undefined;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Renders the numbers of a fault. Only faults with a delay have that field. */
const Fields = ({ name, active, draft, onChange }: FieldsProps): ReactElement => (
  <>
    <NumberField
      label={`Commands that the fault of ${name} affects; empty for all`}
      placeholder="all"
      max={1_000}
      value={draft.commands}
      isDisabled={active?.limitable === false}
      onChange={(commands) => {
        onChange({ ...draft, commands });
      }}
    />
    <span className="hint">commands</span>
    {active?.delayed === true && (
      <>
        <NumberField
          label={`Delay of ${name} in milliseconds`}
          max={600_000}
          value={draft.delayMs}
          isDisabled={false}
          onChange={(delayMs) => {
            onChange({ ...draft, delayMs });
          }}
        />
        <span className="hint">ms</span>
      </>
    )}
  </>
);

/** Renders the choice. A fault begins when it is chosen; its numbers are changed before or while it lasts. */
const FaultChoice = ({ device }: { readonly device: DeviceRecord }): ReactElement => {
  const steer = useSteer();
  const [draft, setDraft] = useState<Draft>({ commands: '', delayMs: '1000' });
  const { id, name, faults, fault } = device;
  const active = faults.find(({ type }) => type === fault?.type);
  const set = (chosen: PossibleFault | undefined, fields: Draft): void => {
    steer((client) => client.setFault(id, chosen === undefined ? null : faultOf(chosen, fields)));
  };
  const change = (fields: Draft): void => {
    setDraft(fields);
    if (active !== undefined) set(active, fields);
  };
  return (
    <div className="fault">
      <select
        className="input"
        aria-label={`Fault of ${name}`}
        value={fault?.type ?? ''}
        onChange={({ target }) => {
          set(
            faults.find(({ type }) => type === target.value),
            draft,
          );
        }}
      >
        <option value="">No fault</option>
        {faults.map((one) => (
          <option key={one.type} value={one.type}>
            {optionText(one)}
          </option>
        ))}
      </select>
      <Fields name={name} active={active} draft={draft} onChange={change} />
      <span className="hint remaining" role="status">
        {remaining(device)}
      </span>
    </div>
  );
};

/** Returns the text of the button: the fault, and how many commands it still affects. */
const shortText = ({ fault }: DeviceRecord): string => {
  if (fault === null) return 'Fault';
  return `${faultLabels[fault.type]}${fault.commands === undefined ? '' : ` · ${String(fault.commands)} left`}`;
};

/** Renders the button. */
export const FaultControl = ({ device }: { readonly device: DeviceRecord }): ReactElement => {
  const text = shortText(device);
  const label = `Fault of ${device.name}`;
  return (
    <DialogTrigger>
      <Button
        look={device.fault === null ? 'quiet' : 'danger'}
        aria-label={device.fault === null ? label : `${label}: ${text}`}
      >
        {text}
      </Button>
      <Popover className="popover">
        <Dialog className="fault-dialog">
          <Heading slot="title">{label}</Heading>
          <FaultChoice device={device} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
