// One of the first steps: its heading, whether it is done, and what to do.
import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { Badge } from '../ui/badge.js';

/** A step. Only the first one that isn't done shows what to do. */
export interface Step {
  readonly title: string;
  readonly isDone: boolean;
  readonly render: () => ReactNode;
}

const StepItem = ({
  step: { title, isDone, render },
  isCurrent,
}: {
  readonly step: Step;
  readonly isCurrent: boolean;
}): ReactElement => (
  <li className="card step" aria-current={isCurrent ? 'step' : undefined}>
    <div className="row-head">
      <h2>{title}</h2>
      {isDone && (
        <Badge tone="good">
          <Trans>Done</Trans>
        </Badge>
      )}
    </div>
    {isCurrent && <div className="stack">{render()}</div>}
  </li>
);

export const StepList = ({ steps }: { readonly steps: readonly Step[] }): ReactElement => {
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <ol className="steps">
      {steps.map((step) => (
        <StepItem key={step.title} step={step} isCurrent={step === current} />
      ))}
    </ol>
  );
};
