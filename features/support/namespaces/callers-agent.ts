// Runs among the callers: makes calls, and nothing else.
import { callerAgent } from '../caller-agent.js';
import { serve } from '../remote.js';

serve(callerAgent);
