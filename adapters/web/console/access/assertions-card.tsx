// The card of what a studio asserts of its access: a list with its actions.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AccessAssertion } from '../api/contract.js';
import { operationText } from '../api/rules.js';
import { useDevices } from '../devices/queries.js';
import { useHasRoleIn } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { AddButton, EditButton } from '../ui/dialog-button.js';
import { Loaded } from '../ui/loaded.js';
import type { Tone } from '../ui/tone.js';
import { AssertionForm } from './assertion-form.js';
import {
  plain,
  useAssertions,
  useSetAssertions,
  type AssertionList,
  type ShownAssertion,
} from './assertion-queries.js';

const states: Readonly<Record<ShownAssertion['state'], readonly [text: string, tone: Tone]>> = {
  kept: [t`Holds`, 'good'],
  broken: [t`Broken`, 'bad'],
  void: [t`Says nothing now`, 'calm'],
};

interface StudioProps {
  readonly studioId: string;
}

/** The sentences by rule. */
const sentences: Readonly<Record<AccessAssertion['rule'], (caller: string, calls: string) => string>> = {
  may_not: (caller, calls) => t`${caller} may not call ${calls}.`,
  may_only: (caller, calls) => t`${caller} may only call ${calls}.`,
  may: (caller, calls) => t`${caller} may call ${calls}.`,
};

/** Returns an assertion as a sentence. */
const useSentence = (studioId: string): ((assertion: AccessAssertion) => string) => {
  const { data = [] } = useDevices(studioId);
  return ({ who, rule, calls }) => {
    const caller =
      'address' in who
        ? t`A caller without a token at ${who.address}`
        : (data.find(({ id }) => id === who.device)?.name ?? t`A removed device`);
    return sentences[rule](caller, calls.map(operationText).join(', '));
  };
};

interface RowProps extends StudioProps {
  readonly assertion: ShownAssertion;
  /** Puts another assertion in its place; removes it without one. Undefined if the operator may not. */
  readonly replace: ((by?: AccessAssertion) => Promise<unknown>) | undefined;
}

const AssertionRow = ({ studioId, assertion, replace }: RowProps): ReactElement => {
  const { name, state, reason } = assertion;
  const [text, tone] = states[state];
  const sentence = useSentence(studioId)(assertion);
  const confirmation = {
    title: t`Delete ${name}?`,
    explanation: (
      <p>
        <Trans>Changes of access that break it are accepted from then on.</Trans>
      </p>
    ),
    confirm: t`Delete`,
    onConfirm: async () => {
      await replace?.();
    },
  };
  return (
    <li className="row">
      <div className="row-head">
        <h3>{name}</h3>
        <Badge tone={tone}>{text}</Badge>
        {replace && (
          <div className="row-actions">
            <EditButton
              name={name}
              dialog={(close) => (
                <AssertionForm studioId={studioId} assertion={plain(assertion)} onSave={replace} onClose={close} />
              )}
            />
            <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={t`Delete ${name}`}>
              <Trans>Delete</Trans>
            </ConfirmButton>
          </div>
        )}
      </div>
      <p className="hint">{sentence}</p>
      {reason !== null && <p className="error">{reason}</p>}
    </li>
  );
};

const NoAssertions = (): ReactElement => (
  <p className="hint">
    <Trans>This studio asserts nothing.</Trans>
  </p>
);

const Assertions = ({ studioId, list }: StudioProps & { readonly list: AssertionList }): ReactElement => {
  const mayChange = useHasRoleIn(studioId, 'admin');
  const set = useSetAssertions(studioId, list);
  const { assertions } = list.value;
  const replaceAt =
    (place: number) =>
    (...by: readonly AccessAssertion[]): Promise<unknown> =>
      set(assertions.map(plain).toSpliced(place, 1, ...by));
  return (
    <Card
      title={t`Assertions`}
      explanation={t`What must stay true of this studio’s access. A change that breaks an assertion is refused with its name.`}
      actions={
        mayChange && (
          <AddButton
            label={t`Add assertion`}
            dialog={(close) => (
              <AssertionForm
                studioId={studioId}
                onSave={(added) => set([...assertions.map(plain), added])}
                onClose={close}
              />
            )}
          />
        )
      }
    >
      {assertions.length === 0 ? (
        <NoAssertions />
      ) : (
        <ul className="rows">
          {assertions.map((assertion, place) => (
            <AssertionRow
              key={assertion.name}
              studioId={studioId}
              assertion={assertion}
              replace={mayChange ? (by) => replaceAt(place)(...(by === undefined ? [] : [by])) : undefined}
            />
          ))}
        </ul>
      )}
    </Card>
  );
};

/** Renders the card. */
export const AssertionsCard = ({ studioId }: StudioProps): ReactElement => (
  <Loaded query={useAssertions(studioId)}>
    {(list: AssertionList) => <Assertions studioId={studioId} list={list} />}
  </Loaded>
);
