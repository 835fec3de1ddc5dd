import { useRouter } from '@tanstack/react-router'
import { encodeScenario, type Scenario } from './scenario-link.ts'

/** Returns a function that makes the link of a scenario. It throws a ScenarioError when that is too long. */
export function useScenarioUrl(): (scenario: Scenario) => Promise<string> {
  const router = useRouter()
  return async (scenario) => {
    const hash = await encodeScenario(scenario)
    return new URL(router.buildLocation({ to: '/mock', hash }).href, location.origin).href
  }
}
