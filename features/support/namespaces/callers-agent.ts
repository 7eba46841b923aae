// Runs in the callers' namespace, and makes their calls.
import { callerAgent } from '../caller-agent.js';
import { serve } from '../remote.js';

serve(callerAgent);
