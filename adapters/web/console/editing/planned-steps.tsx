// What the steps of a macro or automation would do now, as the service plans them while they are edited.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import type { DraftPlan } from '../../../../application/editing/answers.js';
import { explain } from '../api/failure.js';
import { Badge } from '../ui/badge.js';
import { Notice } from '../ui/notice.js';
import { Scrollable } from '../ui/scrollable.js';
import { TextField } from '../ui/text-field.js';
import { useAsk } from './ask.js';
import { useStudioForm } from './form-context.js';
import { isFields, labelOf, listOf, readAny, shownValue, textOf, type Fields } from './schema.js';
import { useDraft } from './studio-draft.js';

/** The fields of the studio file with steps, and what one of each is called. */
const planned = { macros: 'macro', automations: 'automation' } as const;

type PlannedKind = keyof typeof planned;

/** Whether records of a kind have steps. */
export const isPlanned = (kind: string): kind is PlannedKind => Object.hasOwn(planned, kind);

interface PlanProps {
  readonly kind: PlannedKind;
  readonly record: unknown;
}

/** Returns the plan, which follows the draft; undefined while the draft isn't checked, or has issues. */
const usePlan = ({ kind, record }: PlanProps, values: Fields): DraftPlan | string | undefined => {
  const ask = useAsk();
  const { draft } = useStudioForm();
  const { value, isChecking, issues } = useDraft(draft);
  const [plan, setPlan] = useState<{ readonly of: Fields; readonly found: DraftPlan | string }>();
  const id = textOf(record, 'id');
  const isReady = !isChecking && issues.length === 0 && value !== null;
  useEffect(() => {
    if (!isReady) return undefined;
    let isWanted = true;
    const show = (found: DraftPlan | string): void => {
      if (isWanted) setPlan({ of: value, found });
    };
    ask<DraftPlan>({ ask: 'plan', ...draft.edit(), kind: planned[kind], id, with: values as Values }).then(
      show,
      (error: unknown) => {
        show(explain(error));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [ask, draft, kind, id, values, value, isReady]);
  return plan?.of === value ? plan.found : undefined;
};

type Values = Readonly<Record<string, string | number | boolean>>;

const parametersText = (parameters: Fields): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${shownValue(value)}`)
    .join(', ');

/** Returns what would change: the values of several records by their ids, or one value. */
const changeText = (value: unknown): string => (isFields(value) ? parametersText(value) : shownValue(value));

type Planned = DraftPlan['commands'][number];

/** Renders a step. One of a macro that is run has the id of that before its number. */
const PlannedStep = ({ command, own }: { readonly command: Planned; readonly own: string }): ReactElement => {
  const { step, operation, parameters, error, message, depends, macro } = command;
  const other = macro === null || macro === own ? '' : `${macro} `;
  return (
    <li>
      <span className="hint">{`${other}${String(step)}`}</span>
      <span>
        <strong>{operation}</strong> {parametersText(parameters)}{' '}
        {depends && (
          <span className="hint">
            <Trans>(depends on what is shown then)</Trans>
          </span>
        )}
        {error !== null && <Badge tone="bad">{message ?? error}</Badge>}
      </span>
    </li>
  );
};

const unavailableText = ({ unavailable }: DraftPlan): string => {
  const names = unavailable.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  return t`Not connected, or not saved yet: ${names}`;
};

const Steps = ({ plan, own }: { readonly plan: DraftPlan; readonly own: string }): ReactElement => (
  <>
    {plan.commands.length === 0 && (
      <p className="hint">
        <Trans>Nothing would be sent to devices.</Trans>
      </p>
    )}
    <Scrollable label={t`Steps`} className="planned-steps">
      <ol className="plain-list">
        {plan.commands.map((command, at) => (
          <PlannedStep key={String(at)} {...{ command, own }} />
        ))}
      </ol>
    </Scrollable>
    {Object.entries(plan.changes).map(([what, value]) => (
      <p key={what}>{`${labelOf(what)}: ${changeText(value)}`}</p>
    ))}
    {plan.unavailable.length > 0 && <p className="hint">{unavailableText(plan)}</p>}
  </>
);

interface ParametersProps {
  readonly parameters: readonly unknown[];
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (texts: Readonly<Record<string, string>>) => void;
}

/** The values with which a macro is planned. */
const Parameters = ({ parameters, texts, onChange }: ParametersProps): ReactElement => (
  <div className="record-fields">
    {parameters.map((parameter) => {
      const name = textOf(parameter, 'name');
      return (
        <TextField
          key={name}
          label={t`${name} in the plan`}
          autoComplete="off"
          value={texts[name] ?? ''}
          onChange={(text) => {
            onChange({ ...texts, [name]: text });
          }}
        />
      );
    })}
  </div>
);

const valuesOf = (parameters: readonly unknown[], texts: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const name = textOf(parameter, 'name');
      const text = texts[name] ?? '';
      const isText = isFields(parameter) && parameter['type'] === 'STRING';
      return text === '' ? [] : [[name, isText ? text : readAny(text)]];
    }),
  );

/** Renders the plan. */
export const PlannedSteps = (props: PlanProps): ReactElement => {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const parameters = listOf(props.record, 'parameters');
  const values = useMemo(() => valuesOf(parameters, texts), [parameters, texts]);
  const plan = usePlan(props, values);
  return (
    <section className="connection-state plan" aria-label={t`What it would do now`}>
      <p>
        <strong>
          <Trans>What it would do now</Trans>
        </strong>{' '}
        <span className="hint">
          <Trans>Nothing is sent.</Trans>
        </span>
      </p>
      {parameters.length > 0 && <Parameters {...{ parameters, texts }} onChange={setTexts} />}
      {plan === undefined && (
        <p className="hint">
          <Trans>It is shown as soon as there is no issue.</Trans>
        </p>
      )}
      {typeof plan === 'string' && <Notice kind="warn">{plan}</Notice>}
      {typeof plan === 'object' && <Steps plan={plan} own={textOf(props.record, 'id')} />}
    </section>
  );
};
