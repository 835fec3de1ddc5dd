import json, sys

def choose(page):  # ask your model here
    print(page['task'], page.get('error'), file=sys.stderr)  # a log; stdout is for actions
    if page['path'] != '/settings':
        return {'act': 'goto', 'path': '/settings'}
    return {'act': 'done'}

for line in sys.stdin:
    print(json.dumps(choose(json.loads(line))), flush=True)
