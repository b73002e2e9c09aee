"""Which migrations a store has had."""

from keptmind.engines.migrate import READ_LEDGER, outstanding, shipped
from keptmind.engines.sql.session import Session


class SqlSchema:
    """The ledger of migrations, read."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def version(self) -> int:
        """Return the number of the last migration."""
        return max(version for version, _ in self._applied())

    def lacking(self) -> int:
        """Return how many of the shipped ones are missing. Raises: SchemaTooNew, SchemaChanged."""
        return len(outstanding(self._applied(), shipped()))

    def _applied(self) -> list[tuple[int, str]]:
        return [(int(version), str(checksum)) for version, checksum in self._session.all(READ_LEDGER, {})]
