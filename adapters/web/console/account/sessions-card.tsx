// Card with the operator's own sessions.
import type { ReactElement } from 'react';
import { Card } from '../ui/card.js';
import { EndOtherSessions, SessionList } from './session-list.js';

export const SessionsCard = (): ReactElement => (
  <Card
    title="Sessions"
    explanation="Where you are signed in."
    actions={<EndOtherSessions label="End all other sessions" />}
  >
    <SessionList />
  </Card>
);
